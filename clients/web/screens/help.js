import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";
import { BINDINGS, OTHERS } from "../keys.js";
import { closeButton } from "../table/cards.js";

/** All keys. */
export const keyTable = () => html`<table class="keys"><tbody>${[...OTHERS, ...BINDINGS.map(({ shown, word }) => [shown, word])].map(([shown, key]) => html`<tr><th scope="row"><kbd>${shown}</kbd></th><td>${word(key)}</td></tr>`)}</tbody></table>`;

/** What one sees: the shapes. */
const LEGEND = /** @type {const} */ (["girl", "killer", "victim", "special", "exposed", "token", "frost", "exit", "search", "function"]);

/** @param {import("../table.js").Table} t */
export function helpDialog(t) {
  if (!t.ui.help) return nothing;
  return html`<div class="sheet help-sheet" role="dialog" aria-modal="false" aria-labelledby="help-title"><header><h2 id="help-title" tabindex="-1">${word("ui.help")}</h2>${closeButton(() => t.show({ help: false }))}</header>
    <ul class="legend">${LEGEND.map((kind) => html`<li class="legend-${kind}">${word(`legend.${kind}`)}</li>`)}</ul>
    <h3>${word("ui.keys")}</h3>${keyTable()}<p><a href="#/rules">${word("ui.all-rules")}</a> · <a href="#/settings">${word("screen.settings")}</a></p></div>`;
}
