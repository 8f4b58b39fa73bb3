import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { has, word } from "./words.js";
import { recall, remember } from "./settings.js";

/** @typedef {import("./table.js").Table} Table @typedef {import("./protocol/view").Decision} Decision */

/** Which rule a decision is about, by kind; `rule.<name>` of the words. @type {Record<string, string>} */
export const RULES = {
  action: "take-action", roll: "horror", reroll: "horror", convert: "horror", move: "move", followers: "move", place: "rescue",
  buy: "buy", "hand-limit": "buy", attack: "attack", reaction: "reaction", "reaction-weapon": "reaction", "keep-item": "search", "return-item": "search",
  arrange: "rearrange", target: "killer-action", path: "killer-action", "attacked-victim": "killer-action", "panic-order": "panic",
};

/** @type {Record<string, string>} decision kind to the request in which its hint was first shown */
let seen = recall("hints", {});

/** A first-play hint: shown beside the first decision of each kind. @param {Table} t @param {Decision} decision */
export function hintView(t, { kind, id }) {
  const key = `hint.${kind}`, here = `${t.game}/${id}`;
  if (!t.settings.hints || !has(key) || !t.mayAnswer) return nothing;
  if (!seen[kind]) remember("hints", (seen = { ...seen, [kind]: here }));
  if (seen[kind] !== here) return nothing;
  return html`<p class="hint">${word(key)} <button type="button" class="link" @click=${() => t.openRule(`rule.${RULES[kind]}`)}>${word("ui.more")}</button></p>`;
}

export function resetHints() {
  remember("hints", (seen = {}));
}
