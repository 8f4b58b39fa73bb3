import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { prose, raw, ruleKeys, word } from "../words.js";
import { cardFace } from "../table/cards.js";
import { page } from "./parts.js";

/** @typedef {import("../main.js").App} App */

/** @param {App} app */
export function rulesScreen(app) {
  const wanted = app.search.trim().toLowerCase(), fits = (/** @type {string} */ text) => !wanted || text.toLowerCase().includes(wanted);
  const rules = ruleKeys().filter((key) => fits(`${word(`${key}.title`)} ${raw(key)}`)), cards = Object.values(app.content?.cards ?? {}).filter((card) => fits(`${card.name} ${prose(card.text)} ${card.kind}`));
  const reader = /** @type {any} */ ({ names: app.names, card: (/** @type {string} */ id) => app.content?.cards[id] });
  return page(app, word("screen.rules"), html`
    <p><label>${word("ui.search-rules")} <input type="search" .value=${app.search} @input=${(/** @type {Event} */ e) => { app.search = /** @type {HTMLInputElement} */ (e.target).value; app.invalidate(); }}></label></p>
    <section aria-labelledby="h-rules"><h2 id="h-rules">${word("ui.rules-head")}</h2>${rules.map((key) => html`<article class="rule" id=${key}><h3>${word(`${key}.title`)}</h3><p>${raw(key)}</p></article>`)}</section>
    <section aria-labelledby="h-cards"><h2 id="h-cards">${word("ui.all-cards")} <small>${cards.length}</small></h2><div class="card-list">${(wanted ? cards : cards.filter(({ kind }) => kind === "action")).slice(0, 120).map((card) => html`<details><summary><b>${card.name}</b> <small>${word(`kind.${card.kind}`)}</small></summary>${cardFace(reader, card)}</details>`)}</div>
      ${wanted ? nothing : html`<p class="note">${word("ui.search-cards")}</p>`}</section>`);
}
