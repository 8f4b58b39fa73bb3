import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";

/** @typedef {import("../protocol/view").Fact} Fact @typedef {import("../table.js").Table} Table */

const PIPS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[0, 0]], 2: [[-8, -8], [8, 8]], 3: [[-8, -8], [0, 0], [8, 8]], 4: [[-8, -8], [8, -8], [-8, 8], [8, 8]],
  5: [[-8, -8], [8, -8], [0, 0], [-8, 8], [8, 8]], 6: [[-8, -8], [8, -8], [-8, 0], [8, 0], [-8, 8], [8, 8]],
});
const STAR = "M0-8 2-2.5 8-2.5 3 1 5 7 0 3.5-5 7-3 1-8-2.5-2-2.5Z";

/** How a die counts: a star, half a star (may be converted), nothing. @param {number} die @param {boolean} converted */
const mark = (die, converted) => (die >= 5 || converted ? "success" : die >= 3 ? "partial" : "none");

/** One die: its pips and a mark. @param {number} die @param {boolean} [converted] @param {boolean} [plain]  a die that is no Horror die */
export function dieView(die, converted = false, plain = false) {
  const kind = plain ? "plain" : mark(die, converted), spoken = plain ? String(die) : `${die}, ${word(`ui.die-${kind}`)}`;
  return html`<svg class="die ${kind}" viewBox="-20 -20 40 ${plain ? 40 : 58}" role="img" aria-label=${spoken}>
    <rect x="-17" y="-17" width="34" height="34" rx="7"/>${(PIPS[die] ?? []).map(([x, y]) => svg`<circle r="3.4" cx=${x} cy=${y}/>`)}
    ${kind === "success" ? svg`<path class="star" d=${STAR} transform="translate(0 28)"/>` : nothing}
    ${kind === "partial" ? svg`<path class="half" d=${STAR} transform="translate(0 28)"/>` : nothing}
  </svg>`;
}

/** Dice in a row. @param {number[]} dice @param {number[]} converted @param {boolean} plain */
export const diceView = (dice, converted = [], plain = false) => html`<p class="dice">${dice.map((die, i) => dieView(die, converted.includes(i), plain))}</p>`;

/** The roll that the shown picture tells of, if any. @param {Fact[]} facts */
export function rolled(facts) {
  const roll = facts.findLast((fact) => fact.fact === "Rolled"), panic = facts.findLast((fact) => fact.fact === "Panicked");
  if (roll) return diceView(roll.dice, roll.converted ?? [], (roll.successes ?? -1) < 0);
  return panic ? diceView([panic.die], [], true) : nothing;
}

/** The result rows of an Action card, the one that the dice give now marked: what converting would buy. @param {Table} t @param {string} card @param {number | undefined} successes */
export function rowsView(t, card, successes) {
  const rows = t.card(card)?.rows;
  if (!rows) return nothing;
  const numbers = Object.keys(rows).map(Number).sort((a, b) => b - a), now = successes === undefined ? undefined : numbers.find((n) => n <= successes);
  return html`<table class="rows"><caption class="sr">${word("ui.result-rows", { card: t.names.of(card) })}</caption><tbody>
    ${numbers.map((n) => html`<tr class=${n === now ? "now" : ""}><th scope="row">${"★".repeat(n) || "☆"}<span class="sr">${word("ui.successes", { n })}</span></th>
      <td>${t.names.lines(rows[n]) || word("ui.nothing")}${n === now ? html` <b>${word("ui.as-it-lies")}</b>` : nothing}</td></tr>`)}</tbody></table>`;
}

/** Successes as dice lie. @param {number[]} dice @param {number[]} converted */
export const successes = (dice, converted) => dice.filter((die, i) => mark(die, converted.includes(i)) === "success").length;
