import { html } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";
import { play } from "../sound.js";
import { resetHints } from "../hints.js";
import { page } from "./parts.js";
import { keyTable } from "./help.js";

/** @typedef {import("../main.js").App} App @typedef {import("../settings.js").Settings} Settings */

/** @param {App} app @param {keyof Settings} key @param {[any, string][]} options */
function select(app, key, options) {
  return html`<label>${word(`set.${key}`)} <select @change=${(/** @type {Event} */ e) => app.saveSettings({ [key]: options[/** @type {HTMLSelectElement} */ (e.target).selectedIndex][0] })}>${options.map(([value, label]) => html`<option ?selected=${app.settings[key] === value}>${label}</option>`)}</select></label>`;
}

/** @param {App} app @param {"keys" | "hints" | "advice"} key */
const tick = (app, key) => html`<label class="tick"><input type="checkbox" .checked=${app.settings[key]} @change=${(/** @type {Event} */ e) => app.saveSettings({ [key]: /** @type {HTMLInputElement} */ (e.target).checked })}> ${word(`set.${key}`)}</label>`;

/** @param {App} app */
export function settingsScreen(app) {
  const words = (/** @type {string} */ group, /** @type {string[]} */ values) => /** @type {[any, string][]} */ (values.map((value) => [value, word(`${group}.${value}`)]));
  return page(app, word("screen.settings"), html`<form class="settings" @submit=${(/** @type {Event} */ e) => e.preventDefault()}>
    <fieldset><legend>${word("set.look")}</legend>${select(app, "language", [["en", "English"], ["de", "Deutsch"]])}${select(app, "theme", words("theme", ["auto", "dark", "light"]))}
      ${select(app, "size", [[90, "90 %"], [100, "100 %"], [115, "115 %"], [130, "130 %"]])}</fieldset>
    <fieldset><legend>${word("set.movement")}</legend>${select(app, "motion", words("motion", ["auto", "reduced"]))}${select(app, "speed", [[0, word("speed.0")], [0.5, "½×"], [1, "1×"], [2, "2×"], [4, "4×"]])}</fieldset>
    <fieldset><legend>${word("set.sound")}</legend><label>${word("set.volume")} <input type="range" min="0" max="1" step="0.1" .value=${String(app.settings.volume)} @change=${(/** @type {Event} */ e) => app.saveSettings({ volume: Number(/** @type {HTMLInputElement} */ (e.target).value) })}></label>
      <button type="button" class="small" @click=${() => play("decision", app.settings.volume || 0.5)}>${word("set.test")}</button></fieldset>
    <fieldset><legend>${word("set.help")}</legend>${tick(app, "keys")}${tick(app, "hints")}${tick(app, "advice")}<button type="button" class="small" @click=${() => resetHints()}>${word("set.reset-hints")}</button></fieldset>
    <fieldset><legend>${word("ui.keys")}</legend>${keyTable()}</fieldset></form>`);
}
