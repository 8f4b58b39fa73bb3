import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";

/** Cards of the films that lie beside the board, as strips. Pure functions of the view. */
/** @typedef {import("../table.js").Table} Table @typedef {{ text: unknown, kind?: string, spoken?: string }} Box */

/** Marks that are drawn here and need no words beside. */
export const DRAWN = new Set(["helicopter.at", "helicopter.aboard", "konrad.countdown", "konrad.shafts", "konrad.loaded", "konrad.active"]);
/** Keycards as printed. @type {[string, number][]} */
const FUNCTIONS = [["crusher", 1], ["incinerator", 2], ["airlock", 3], ["ship-self-destruct", 4]];

/** @param {string} title @param {Box[]} boxes */
const row = (title, boxes) => html`<div class="film-strip"><h3>${title}</h3><ol aria-label=${title}>${boxes.map(({ text, kind = "", spoken = "" }) => html`<li class=${kind}>${spoken ? html`<span class="sr">${spoken}</span><span aria-hidden="true">${text}</span>` : text}</li>`)}</ol></div>`;

/** The helicopter: on the Helipad or in a space of its card, with those aboard. @param {Table} t */
function helicopter(t) {
  const film = t.view.film ?? {}, at = film["helicopter.at"] ?? -1, aboard = /** @type {string[]} */ (film["helicopter.aboard"] ?? []);
  const names = [word("strip.helipad"), word("strip.station"), "1", "2", word("strip.airport")].slice(0, 5), who = aboard.map((id) => t.names.of(id)).join(", ");
  return row(word("film.helicopter.at"), names.map((name, i) => i === at + 1
    ? { text: html`${name} <b>✈${"♟".repeat(aboard.length)}</b>`, kind: "now", spoken: `${word("strip.helicopter-here", { space: name })}${who ? `. ${word("film.helicopter.aboard")}: ${who}` : ""}` }
    : { text: name }));
}

/** Maintenance cards with their keycards, and the countdown. @param {Table} t */
function maintenance(t) {
  const film = t.view.film ?? {}, active = /** @type {string[]} */ (film["konrad.active"] ?? []), loaded = film["konrad.loaded"] ?? {}, count = film["konrad.countdown"];
  return html`${row(word("strip.keycards"), FUNCTIONS.map(([id, needs]) => {
    const n = loaded[id] ?? 0, on = active.includes(id);
    return { text: html`${t.names.of(id)} <b>${n}/${needs}${on ? " ⚡" : ""}</b>`, kind: on ? "now" : "", spoken: `${t.names.of(id)}: ${word("strip.keycards-of", { n, needs })}${on ? `, ${word("ui.active")}` : ""}` };
  }))}
    ${count === undefined ? nothing : row(word("film.konrad.countdown"), ["0", "1", "✹"].map((text, i) => ({ text: i === count ? html`<b>☢ ${text}</b>` : text, kind: i === count ? "now" : "", spoken: i === count ? word("strip.countdown-here", { n: i }) : i === 2 ? word("strip.explosion") : "" })))}`;
}

/** The Path of a concealed Volk'ar: faceup, facedown, or facedown and looked at. @param {Table} t */
function path(t) {
  const { decks = {}, looked_at = {} } = t.view, boxes = /** @type {Box[]} */ ([]);
  for (let n = 1; decks[`path-${n}`]; n++) {
    const { top } = decks[`path-${n}`], seen = looked_at[`path-${n}`]?.top?.[0], place = n === 1 ? word("strip.origin") : String(n);
    boxes.push(top ? { text: html`${place} <b>${t.names.of(top)}</b>`, kind: "now" } : seen ? { text: html`${place} <b>◉ ${t.names.of(seen)}</b>`, kind: "seen", spoken: `${place}: ${word("strip.looked-at", { card: t.names.of(seen) })}` } : { text: html`${place} <b>?</b>`, kind: "down", spoken: `${place}: ${word("strip.facedown")}` });
  }
  return boxes.length ? row(word("strip.path"), boxes) : nothing;
}

/** All strips of this game. @param {Table} t */
export function strips(t) {
  const { killer, location } = t.view.game;
  return html`${location === "station-2891" ? helicopter(t) : nothing}${location === "uss-konrad" ? maintenance(t) : nothing}${killer === "volkar" ? path(t) : nothing}`;
}
