import { svg } from "../vendor/lit-html/lit-html.js";
import { label, nameSize } from "./layout.js";

/** @typedef {import("./layout.js").Board} Board @typedef {import("./layout.js").Space} Space @typedef {import("../protocol/view").Graph} Graph */
/** @typedef {"red" | "purple"} Colour @typedef {{ walls: string[], red: Record<string, string>, purple: Record<string, string> }} Face */
/** @typedef {{ id: string, x: number, y: number, w: number, h: number, walls: string[], side: string, symbol: [number, number] }} Tile  `symbol`: where its sign stands, from its middle */

const COLOURS = /** @type {Colour[]} */ (["red", "purple"]);

/** @type {WeakMap<Board, Map<string, Board>>} */
const made = new WeakMap();

/**
 * A board whose tiles lie as they do now: the spaces on them, and the ways that follow (docs/boards.md). Made once for each arrangement.
 * @param {Board} board @param {Graph} graph @param {Record<string, string> | undefined} tiles  slot to `tile:side` @returns {Board}
 */
export function arranged(board, graph, tiles) {
  if (!graph.tiles || !graph.slots) return board;
  const lie = tiles ?? Object.fromEntries(Object.keys(graph.slots).map((slot, i) => [slot, `${Object.keys(graph.tiles)[i]}:front`]));
  const known = made.get(board) ?? new Map(), key = JSON.stringify(lie);
  made.set(board, known);
  if (!known.has(key)) known.set(key, lay(board, graph, lie));
  return /** @type {Board} */ (known.get(key));
}

/** @param {Board} board @param {Graph} graph @param {Record<string, string>} lie @returns {Board} */
function lay(board, graph, lie) {
  /** @type {Record<string, Space>} */
  const spaces = Object.fromEntries(Object.entries(board.spaces).map(([id, space]) => [id, { ...space, to: { ...space.to } }]));
  const links = [...board.links];
  /** @type {Tile[]} */
  const drawn = [];
  for (const [slot, face] of Object.entries(lie)) {
    const [tile, side] = face.split(":"), shown = /** @type {Face} */ (graph.tiles[tile]?.[side]), place = board.slots[slot];
    if (!shown || !place) continue;
    const at = spot(place, board);
    drawn.push({ id: tile, ...at, walls: shown.walls, side, symbol: board.tall ? [13 - at.w / 2, 0] : [0, 11 - at.h / 2] });
    for (const colour of COLOURS) put(board, graph, spaces, links, { slot, tile, colour, shown, place });
  }
  return { ...board, spaces, links, tiles: drawn };
}

/** Where something of the art stands in this form of the board. @param {any} art @param {Board} board */
function spot(art, { tall, stretch }) {
  const [x, y] = tall ? art.tall : art.at, [w, h] = (tall ? art.tall_box : art.box) ?? [0, 0];
  return { x: x * stretch, y, w: w * stretch, h };
}

/** One coloured space of a tile. @param {Board} board @param {Graph} graph @param {Record<string, Space>} spaces @param {Board["links"]} links @param {{ slot: string, tile: string, colour: Colour, shown: Face, place: any }} what */
function put(board, graph, spaces, links, { slot, tile, colour, shown, place }) {
  const id = `${tile}-${colour}`, { name } = spaces[id], half = "w" in shown[colour] || (shown.walls.includes("w") && !("w" in shown[other(colour)])) ? "w" : "e", touched = graph.slots[slot], at = spot(place.halves[half], board);
  /** @type {Space} */
  const space = (spaces[id] = { ...spaces[id], ...at, ...label(name, at.w - 10, nameSize(board)), areas: ["tile", `colour-${colour}`], to: {} });
  for (const [way, faces] of Object.entries(shown[colour])) {
    if (way === "red" || way === "purple") space.to[`${tile}-${way}`] = faces;
    else if (touched[way] && !shown.walls.includes(way)) {
      space.to[touched[way]] = faces;
      spaces[touched[way]].to[id] = graph.spaces[touched[way]].slots?.[slot] ?? "";
      const start = place.sides[way]?.[half], from = start ? spot(start, board) : null;
      links.push({ a: id, b: touched[way], kind: "stone", at: from ? [from.x, from.y] : null });
    }
  }
}

/** @param {Colour} colour @returns {Colour} */
const other = (colour) => (colour === "red" ? "purple" : "red");

/** @type {Record<string, string>} */
const SYMBOLS = {
  wheel: "M0-9V9M-9 0H9M-6-6 6 6M6-6-6 6M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0", star: "M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3Z",
  ring: "M-9-9H9V9H-9ZM-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", pillar: "M-8-9H8C2-4 2 4 8 9H-8C-2 4-2-4-8-9Z",
};
/** A closed side as a line on the tile's edge; on a tall board north is on the left. @type {Record<string, (w: number, h: number) => string>} */
const EDGES = { n: (w, h) => `M${-w} ${-h}H${w}`, s: (w, h) => `M${-w} ${h}H${w}`, w: (w, h) => `M${-w} ${-h}V${h}`, e: (w, h) => `M${w} ${-h}V${h}` };
const TURNED = /** @type {Record<string, string>} */ ({ n: "w", w: "n", s: "e", e: "s" });

/** A tile under its two spaces; it glides when tiles move. @param {Tile} tile @param {boolean} tall */
export function tileView({ id, x, y, w, h, walls, side, symbol }, tall) {
  const sides = walls.map((wall) => (tall ? TURNED[wall] : wall));
  return svg`<g class="tile ${side}" transform="translate(${x} ${y})"><rect class="slab" x=${-w / 2} y=${-h / 2} width=${w} height=${h} rx="10"/>
    ${sides.map((wall) => svg`<path class="tile-wall" d=${EDGES[wall](w / 2 - 3, h / 2 - 3)}/>`)}
    <g class="symbol" transform="translate(${symbol.join(" ")})"><circle r="13"/><path d=${SYMBOLS[id] ?? ""}/></g></g>`;
}
