import { svg, nothing } from "../vendor/lit-html/lit-html.js";
import { base } from "../names.js";

/** @typedef {import("../protocol/view").View} View */
/** @typedef {"girl" | "killer" | "victim" | "special" | "token"} Kind */
/** @typedef {{ id: string, kind: Kind, at: string, label: string, active?: boolean, down?: boolean, frost?: boolean }} Piece */

/** Order inside a space. @type {Record<Kind, number>} */
export const RANK = { girl: 0, killer: 1, special: 2, token: 3, victim: 4 };

/** Everything that stands on the board. @param {View} view @returns {Piece[]} */
export function piecesOf(view) {
  const known = standing.get(view) ?? pieces(view);
  standing.set(view, known);
  return known;
}

/** Views never change. @type {WeakMap<View, Piece[]>} */
const standing = new WeakMap();

/** @param {View} view */
function pieces(view) {
  /** @type {Piece[]} */
  const found = [];
  if (view.girl.at) found.push({ id: "girl", kind: "girl", at: view.girl.at, label: "" });
  for (const [id, { at, status, active }] of Object.entries(view.killers)) {
    if (at && status !== "dead" && status !== "away") found.push({ id, kind: "killer", at, label: several(view) ? letter(id) : "", active, down: status === "down" });
  }
  for (const [id, at] of Object.entries(view.victims ?? {})) found.push({ id, at, ...victim(id) });
  for (const [id, at] of Object.entries(view.tokens ?? {})) found.push({ id, kind: "token", at, label: base(id) });
  const frozen = /** @type {string[]} */ (view.film?.["frostbite.tokens"] ?? []);
  return frozen.length ? found.map((piece) => (frozen.includes(piece.id) ? { ...piece, frost: true } : piece)) : found;
}

/** @param {View} view */
const several = (view) => Object.keys(view.killers).length > 1;
/** @param {string} id */
const letter = (id) => id.charAt(0).toUpperCase();
/** @param {string} id @returns {{ kind: Kind, label: string }} */
const victim = (id) => (/^v\d+$/.test(id) ? { kind: "victim", label: "" } : { kind: "special", label: id in EXPOSED ? id : letter(id) });

/** What tells the Exposed Victims apart without colour: bars at the sides, dots, bars above and below. @type {Record<string, string>} */
const EXPOSED = { "exposed-red": "M-9-5V5M9-5V5", "exposed-black": "M-9-3h.1M-9 4h.1M9-3h.1M9 4h.1", "exposed-grey": "M-6-8H6M-6 8H6" };

const MASK = "M-17-13-9-9-5-15 0-9 5-15 9-9 17-13 12 3 0 17-12 3Z";
/** @type {Record<Kind, import("../vendor/lit-html/lit-html.js").SVGTemplateResult>} */
const SHAPES = {
  girl: svg`<path class="girl" d="M0-18 18 0 0 18-18 0Z"/><path class="ink" d="M0-8 2-2 8 0 2 2 0 8-2 2-8 0-2-2Z"/>`,
  killer: svg`<path class="killer" d=${MASK}/><path class="ink" d="M-9-4-3 0-9 1ZM9-4 3 0 9 1Z"/>`,
  victim: svg`<path class="victim" d="M0-12a6 6 0 0 1 3.4 11L10 11H-10L-3.4-1a6 6 0 0 1 3.4-11Z"/>`,
  special: svg`<path class="special" d="M-8-11H8L15 0 8 11H-8L-15 0Z"/>`,
  token: svg`<rect class="token" x="-9.5" y="-9.5" width="19" height="19" rx="3"/>`,
};

/** Pictograms on tokens, by words in their id. @type {[RegExp, string][]} */
const GLYPHS = [
  [/kit|test/, "M-3-7H3M-2-7V-1L-6 6H6L2-1V-7M-4 3H4"],
  [/trap|nail/, "M-6 5-3-5 0 5 3-5 6 5"],
  [/key/, "M-6 0a3 3 0 1 1 6 0a3 3 0 1 1-6 0M0 0H7M4 0V4M7 0V3"],
  [/fire|burn/, "M0-7C5-2 5 1 4 4A4 4 0 0 1-4 4C-4 2-2 1-2-2-1-1 0 0 0-7Z"],
  [/frost|ice|cold/, "M0-7V7M-6-3.5 6 3.5M6-3.5-6 3.5"],
  [/scan|radar|track/, "M-6 4A8 8 0 0 1 6 4M-3 4A4 4 0 0 1 3 4M0 4V3"],
  [/boat|raft/, "M-7 1H7L4 6H-4ZM0 1V-7L5-1"],
  [/hole|breach|skull/, "M-5-2A5 5 0 1 1 5-2V2H3V6H-3V2H-5ZM-2-2V-1M2-2V-1"],
  [/copter|rotor|huey/, "M-7-6H7M0-6V-2M-5-2H4V4H-5ZM4 0H8"],
  [/sled|doz|loader/, "M-7 5H7M-6 1H3V-4H7V1"],
  [/origin/, "M-5 1C-7-6-1-8-1-3S-3 1-2 4-4 7-5 1M2 2C1-5 7-6 6-1S4 2 4 5 2 6 2 2"],
  [/cross|target|guess/, "M0-8V8M-8 0H8M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0"],
  [/lock|board|barric/, "M-7-4H7M-7 2H7M-4-7 4 7"],
];

/** @param {string} label */
const glyph = (label) => GLYPHS.find(([word]) => word.test(label))?.[1] ?? "M-5 0H5M0-5V5";

/** A piece drawn around its own centre. @param {Piece} piece */
export function shape(piece) {
  return svg`${SHAPES[piece.kind]}${piece.kind === "token" ? svg`<path class="ink-line" d=${glyph(piece.label)}/>` : nothing}
    ${piece.kind === "special" ? svg`<text class="letter" y="5">${EXPOSED[piece.label] ? "?" : piece.label}</text>${EXPOSED[piece.label] ? svg`<path class="ink-line" d=${EXPOSED[piece.label]}/>` : nothing}` : nothing}
    ${piece.kind === "killer" && piece.label ? svg`<text class="letter mask-letter" y="13">${piece.label}</text>` : nothing}
    ${piece.active ? svg`<path class="crown" d="M-7-11-7-18-3.5-14 0-19 3.5-14 7-18 7-11Z"/>` : nothing}
    ${piece.down ? svg`<path class="fallen" d="M-14 0H14"/>` : nothing}
    ${piece.frost ? svg`<g class="frost" transform="translate(10 -9)"><circle r="6.5"/><path d="M0-5V5M-4.2-2.5 4.2 2.5M4.2-2.5-4.2 2.5"/></g>` : nothing}`;
}
