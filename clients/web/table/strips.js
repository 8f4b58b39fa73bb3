import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";

/** Cards of the films that lie beside the board, as strips. Pure functions of the view. */
/** @typedef {import("../table.js").Table} Table @typedef {{ text: unknown, kind?: string, spoken?: string }} Box */

/** Marks that are drawn here and need no words beside. */
export const DRAWN = new Set([
  "tiles", "helicopter.at", "helicopter.aboard", "konrad.countdown", "konrad.shafts", "konrad.loaded", "konrad.needed", "konrad.active",
  "soldiers.unlocked", "soldiers.cubes", "evomorph.stage", "organism.order", "organism.holders", "frostbite.tokens",
]);
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
  return html`${row(word("strip.keycards"), Object.entries(/** @type {Record<string, number>} */ (film["konrad.needed"] ?? {})).map(([id, needs]) => {
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

/** The Soldiers' eight Upgrade tokens, with the Action cubes on those that give orders, and the Huey. @param {Table} t */
function soldiers(t) {
  const film = t.view.film ?? {}, open = /** @type {string[]} */ (film["soldiers.unlocked"] ?? []), cubes = /** @type {Record<string, number>} */ (film["soldiers.cubes"] ?? {}), huey = t.view.tokens?.huey;
  return html`${row(word("strip.soldiers"), UPGRADES.map((id) => {
    const name = word(`strip.${id}`), free = open.includes(id), order = /\d$/.test(id), square = cubes[id] ?? 0;
    if (!free) return { text: html`${name} <small>${word("strip.locked")}</small>`, kind: "down", spoken: `${name}: ${word("strip.locked")}` };
    return { text: html`${name}${order ? html` <b>${[1, 2].map((n) => (n === square ? "■" : "□"))}</b>` : html` <b>✓</b>`}`, kind: square ? "seen" : "now", spoken: `${name}: ${word("strip.unlocked")}${square ? `, ${word("strip.cube", { n: square })}` : ""}` };
  }))}<p class="counts">${word("strip.huey", { at: huey ?? "" }, t.names.of)}</p>`;
}

/** @type {string[]} */
const UPGRADES = ["attack-1", "attack-2", "move-1", "move-2", "damage", "friendly-fire", "range", "saving"];

/** How far the Evomorph has grown. @param {Table} t */
function stages(t) {
  const now = t.view.film?.["evomorph.stage"] ?? "hatchling";
  return row(word("strip.stage"), ["hatchling", "youngling", "adult"].map((id) => ({ text: id === now ? html`<b>${t.names.of(id)}</b>` : t.names.of(id), kind: id === now ? "now" : "", spoken: id === now ? `${t.names.of(id)}: ${word("strip.stage-now")}` : "" })));
}

/** Mutated Organisms from the left, each with the values of its own card, and what is still hidden. @param {Table} t */
function organisms(t) {
  const film = t.view.film ?? {}, order = /** @type {string[]} */ (film["organism.order"] ?? []), holders = Object.entries(film["organism.holders"] ?? {}), at = (t.view.bloodlust?.row ?? 1) - 1;
  const hidden = Object.keys(t.view.killers).length - order.length, exposed = Object.keys(t.view.victims ?? {}).filter((id) => id.startsWith("exposed-"));
  const boxes = /** @type {Box[]} */ (Array.from({ length: hidden }, () => ({ text: "?", kind: "down", spoken: word("strip.hidden-organism") })));
  for (const id of order) {
    const values = t.card(id)?.values, holds = holders.filter(([, who]) => who === id).map(([power]) => t.names.of(power)).join(", "), [attack, move] = [values?.attack?.[at] ?? "?", values?.move?.[at] ?? "?"];
    boxes.push({ text: html`${t.names.of(id)} <b>${attack}/${move}</b>${holds ? html` <small>${holds}</small>` : nothing}`, kind: t.view.killers[id]?.status === "dead" ? "down" : "now", spoken: `${t.names.of(id)}: ${word("ui.attack-move", { attack, move })}${holds ? `, ${word("strip.holds", { holds })}` : ""}` });
  }
  return html`${row(word("strip.organisms"), boxes)}
    <p class="counts">${word("strip.tests", { n: t.view.decks?.["test-results"]?.left ?? 0 })} ${word("strip.untested", { who: exposed.map((id) => word(`strip.${id}`)) }, String)}</p>`;
}

/** Who carries a Frostbite token. @param {Table} t */
function frostbite(t) {
  const bitten = /** @type {string[]} */ (t.view.film?.["frostbite.tokens"] ?? []), counted = /** @type {Record<string, number>} */ ({});
  for (const id of bitten) counted[t.names.of(id)] = (counted[t.names.of(id)] ?? 0) + 1;
  return bitten.length ? row(word("film.frostbite.tokens"), Object.entries(counted).map(([name, n]) => ({ text: html`❄ ${name}${n > 1 ? html` <b>×${n}</b>` : nothing}`, spoken: `${name}${n > 1 ? `: ${n}` : ""}` }))) : nothing;
}

/** Open shafts are drawn on the board; here they are told. @param {Table} t */
function shafts(t) {
  const open = /** @type {string[]} */ (t.view.film?.["konrad.shafts"] ?? []);
  return open.length ? html`<p class="sr">${word("strip.open-shafts", { open }, t.names.of)}</p>` : nothing;
}

/** All strips of this game. @param {Table} t */
export function strips(t) {
  const { killer, location } = t.view.game;
  return html`${location === "station-2891" ? [helicopter(t), frostbite(t)] : nothing}${location === "uss-konrad" ? [maintenance(t), shafts(t)] : nothing}${location === "pesadilla-verde" ? soldiers(t) : nothing}
    ${killer === "evomorph" ? stages(t) : nothing}${killer === "organism" ? organisms(t) : nothing}${killer === "volkar" ? path(t) : nothing}`;
}
