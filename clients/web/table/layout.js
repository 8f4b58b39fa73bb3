import { RANK } from "./pieces.js";

/** Where things stand. Pure: the same pieces give the same picture to every viewer. */
/** @typedef {import("./pieces.js").Piece} Piece @typedef {import("../protocol/view").Art} Art @typedef {import("../protocol/view").Graph} Graph */
/** @typedef {{ id: string, name: string, x: number, y: number, w: number, h: number, search: boolean, exit: boolean, huey: boolean, fn: boolean, areas: string[], to: Record<string, string>, supply: string, lines: string[], size: number }} Space  `huey`: an Exit only while the Huey is there; `lines` and `size`: its name as it is drawn */
/** @typedef {{ a: string, b: string, kind: string, id?: string, at: [number, number] | null }} Line */
/** @typedef {{ id: string, width: number, height: number, tall: boolean, stretch: number, theme: string, scenery: import("../protocol/view").Scenery[], spaces: Record<string, Space>, links: Line[], slots: Record<string, any>, tiles?: import("./tiles.js").Tile[] }} Board */
/** @typedef {{ id: string, piece: Piece, x: number, y: number, scale: number }} Placed @typedef {{ id: string, x: number, y: number, n: number }} Count */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box @typedef {{ x: number, y: number, shown: string, wide: number, from: Space, arrow: string }} Plate */

const BOX = /** @type {[number, number]} */ ([128, 88]);

/** The board as it is drawn: art and graph together, upright or turned for a tall screen. @param {Art | null} art @param {Graph} graph @param {number} tall  width by height that a tall board should have at least; 0 for a wide one @returns {Board} */
export function prepare(art, graph, tall) {
  const drawn = art ?? sketch(graph), [w, h] = drawn.size, [plain, height] = tall ? drawn.tall_size ?? [h, w] : [w, h];
  const stretch = tall ? Math.max(1, (tall * height) / plain) : 1;
  const spaces = Object.fromEntries(Object.entries(graph.spaces).map(([id, space]) => [id, spaceOf(id, space, drawn, tall > 0, stretch)]));
  const links = drawn.links.filter(({ a, b }) => spaces[a] && spaces[b]).map((link) => ({ ...link, at: linkPoint(link, tall > 0, stretch) }));
  return { id: drawn.id, width: Math.round(plain * stretch), height, tall: tall > 0, stretch, theme: drawn.theme, scenery: drawn.scenery, spaces, links, slots: drawn.slots ?? {} };
}

/** @param {import("../protocol/view").ArtLink} link @param {boolean} tall @param {number} stretch @returns {[number, number] | null} */
function linkPoint({ at, tall: turned }, tall, stretch) {
  if (!at) return null;
  const [x, y] = tall ? turned ?? [at[1], at[0]] : at;
  return [x * stretch, y];
}

/** @param {string} id @param {import("../protocol/view").GraphSpace} space @param {Art} art @param {boolean} tall @param {number} stretch @returns {Space} */
function spaceOf(id, space, art, tall, stretch) {
  const drawn = art.spaces[id] ?? { at: [60, 60], box: BOX };
  const [left, y] = tall ? drawn.tall ?? [drawn.at[1], drawn.at[0]] : drawn.at, [narrow, h] = tall ? drawn.tall_box ?? drawn.box : drawn.box;
  const x = left * stretch, w = narrow * stretch;
  const { name, search = false, exit = false, areas = [], to } = space, extra = { ...space, ...space.extra };
  return { id, name, x, y, w, h, search, exit: exit || Boolean(extra.huey), huey: Boolean(extra.huey), areas, to, fn: Boolean(extra.gear), supply: String(extra.supply ?? ""), ...label(name, w - 10, nameSize({ tall, stretch })) };
}

/** A plain drawing of a board that nobody has drawn: spaces on a grid in the order of the file. @param {Graph} graph @returns {Art} */
function sketch(graph) {
  const ids = Object.keys(graph.spaces), columns = Math.ceil(Math.sqrt(ids.length * 1.6)), step = 1000 / columns;
  const spaces = Object.fromEntries(ids.map((id, i) => [id, { at: /** @type {[number, number]} */ ([step * ((i % columns) + 0.5), 70 + 120 * Math.floor(i / columns)]), box: BOX }]));
  const links = ids.flatMap((a) => Object.keys(graph.spaces[a].to).filter((b) => a < b || !(a in graph.spaces[b].to)).map((b) => ({ a, b, kind: "trail" })));
  return { id: "sketch", size: [1000, 120 * Math.ceil(ids.length / columns) + 20], theme: "plain", scenery: [], spaces, links, slots: {} };
}

/** @param {Board} board @param {Piece[]} pieces @returns {{ placed: Placed[], counts: Count[] }} */
export function layout(board, pieces) {
  /** @type {Placed[]} */
  const placed = [];
  /** @type {Count[]} */
  const counts = [];
  for (const [at, here] of groups(pieces)) {
    const space = board.spaces[at];
    if (space) fillSpace(space, here, board, placed, counts);
  }
  placed.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { placed, counts };
}

/** @param {Piece[]} pieces */
function groups(pieces) {
  /** @type {Map<string, Piece[]>} */
  const found = new Map();
  for (const piece of pieces) {
    const group = found.get(piece.at);
    if (group) group.push(piece);
    else found.set(piece.at, [piece]);
  }
  return found;
}

/** @param {Space} space @param {Piece[]} here @param {Board} board @param {Placed[]} placed @param {Count[]} counts */
function fillSpace(space, here, board, placed, counts) {
  const { tall, stretch } = board, whole = tall ? 1.05 * stretch : 1, lines = rows(space, here, whole, board), free = space.h - head(space), step = Math.min(LINE * whole, free / lines.length);
  const scale = round(Math.max(0.6 * whole, Math.min(whole, step / LINE)));
  const top = space.y + space.h / 2 - free + (free - step * lines.length) / 2;
  lines.forEach((line, row) => {
    let x = space.x - line.reduce((sum, ids) => sum + WIDTH[ids[0].kind], 0) * scale / 2;
    for (const ids of line) {
      const half = (WIDTH[ids[0].kind] * scale) / 2, y = top + (row + 0.5) * step;
      for (const piece of ids) placed.push({ id: piece.id, piece, x: round(x + half), y: round(y), scale });
      if (ids.length > 1) counts.push({ id: `${space.id}:${ids[0].id}`, x: round(x + half + 12 * scale), y: round(y + 13 * scale), n: ids.length });
      x += 2 * half;
    }
  });
}

/** Room that a piece takes, in units of the drawing. @type {Record<Piece["kind"], number>} */
const WIDTH = { girl: 37, killer: 37, special: 33, token: 26, victim: 26 };
const LINE = 30;

/** Size of a space's name. @param {{ tall: boolean, stretch: number }} board */
export const nameSize = ({ tall, stretch }) => (tall ? 15.5 * stretch : 13.5);

/** How far the top of a space's name is from the space's own: badges are above it. */
const INDENT = 10;

/** Baselines of a space's name, from the middle of the space. @param {Space} space */
export const baselines = ({ lines, size, h }) => lines.map((_, i) => INDENT - h / 2 + size + i * (size + 1));

/** Where pieces begin below the name. @param {Space} space */
const head = ({ lines, size }) => INDENT + (size + 1) * lines.length + 5;

/** The badges at a space's corners: what it is, and where. @param {Space} space @param {{ tall: boolean }} board */
export function badges({ exit, search, fn, supply, w, h }, { tall }) {
  const kinds = [exit && "exit", search && "search", fn && "function", supply && "supply"].filter(Boolean), r = tall ? 15 : 12;
  return kinds.map((kind, i) => ({ kind, r, x: (i % 2 ? 1 : -1) * (w / 2 - 4), y: (i > 1 ? 1 : -1) * (h / 2 - 13 + r) }));
}

/** Pieces in rows: each by itself where there is room, else those of a kind on each other. @param {Space} space @param {Piece[]} here @param {number} scale @param {Board} board @returns {Piece[][][]} */
function rows(space, here, scale, board) {
  const most = Math.max(1, Math.floor((space.h - head(space) + 8) / (LINE * scale * 0.85))), single = flow(pile(here, false), (space.w - 12) / scale);
  return !board.tall && single.length <= most ? single : flow(pile(here, true), (space.w - 6) / scale);
}

/** @param {Piece[][]} piles @param {number} width @returns {Piece[][][]} */
function flow(piles, width) {
  /** @type {Piece[][][]} */
  const lines = [[]];
  let used = 0;
  for (const ids of piles) {
    const wide = WIDTH[ids[0].kind] + (ids.length > 1 ? 6 : 0);
    if (used + wide > width && used > 0) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1].push(ids);
    used += wide;
  }
  return lines;
}

const round = (/** @type {number} */ n) => Math.round(n * 100) / 100;

/** Pieces in their order, alone or with all others of their kind. @param {Piece[]} here @param {boolean} together @returns {Piece[][]} */
function pile(here, together) {
  const sorted = [...here].sort((a, b) => RANK[a.kind] - RANK[b.kind] || order(a.id, b.id));
  if (!together) return sorted.map((piece) => [piece]);
  /** @type {Map<string, Piece[]>} */
  const piles = new Map();
  for (const piece of sorted) {
    const alike = piece.kind === "victim" ? (piece.frost ? "victim frozen" : "victim") : piece.kind === "token" ? `token:${piece.label}` : piece.id;
    piles.set(alike, [...(piles.get(alike) ?? []), piece]);
  }
  return [...piles.values()];
}

/** @param {string} a @param {string} b */
const order = (a, b) => a.length - b.length || (a < b ? -1 : 1);

/**
 * The panic plates of all ways: each outside the border of its space where the way leaves, as far as there is room;
 * beside a door that two rooms share there are two, each with an arrow. None lies over a name, a badge or another plate.
 * @param {Board} board @returns {Plate[]}
 */
export function plates(board) {
  const spaces = Object.values(board.spaces), fixed = spaces.flatMap((space) => [...nameBoxes(space), ...badgeBoxes(space, board)]);
  const wanted = spaces.flatMap((space) => Object.entries(space.to).filter(([, faces]) => faces).map(([to, faces]) => plate(board, space, to, faces)));
  return settle(wanted, [...fixed, ...(board.tiles ?? []).map(symbolBox)], spaces);
}

/** @param {Board} board @param {Space} from @param {string} to @param {string} faces @returns {Plate} */
function plate(board, from, to, faces) {
  const target = board.spaces[to], link = board.links.find(({ a, b }) => (a === from.id && b === to) || (b === from.id && a === to));
  const [tx, ty] = link?.at ?? (target ? [target.x, target.y] : [from.x, from.y]), dx = tx - from.x, dy = ty - from.y;
  const here = border(from, tx, ty), there = target ? border(target, link?.at?.[0] ?? from.x, link?.at?.[1] ?? from.y) : here, gap = Math.hypot(there.x - here.x, there.y - here.y);
  const shared = link?.at && target && touches(target, tx, ty) && touches(from, tx, ty), wide = 5 + 4 * faces.length;
  if (target && (gap < 34 || shared)) return { ...beside(from, link?.at ?? [(here.x + there.x) / 2, (here.y + there.y) / 2], dx, dy, faces), from };
  const far = Math.hypot(dx, dy) || 1, half = (wide * Math.abs(dx) + HIGH * Math.abs(dy)) / far, out = Math.max(-6, Math.min(half - 4, gap / 2 - half - 1));
  return { x: round(here.x + (dx / far) * out), y: round(here.y + (dy / far) * out), shown: faces, wide, arrow: "", from };
}

/** Half the height of a plate. */
const HIGH = 9;

/** Where the straight way from a space's middle to a point crosses its border. @param {Space} space @param {number} tx @param {number} ty */
function border(space, tx, ty) {
  const dx = tx - space.x, dy = ty - space.y, k = Math.min((space.w / 2) / Math.abs(dx || 1), (space.h / 2) / Math.abs(dy || 1), 1);
  return { x: space.x + dx * k, y: space.y + dy * k };
}

/** Beside a door or between spaces that stand close: one plate for each direction. @param {Space} from @param {[number, number]} at @param {number} dx @param {number} dy @param {string} faces */
function beside(from, [tx, ty], dx, dy, faces) {
  const upright = Math.abs(dx / from.w) > Math.abs(dy / from.h), forth = (upright ? dx : dy) > 0, aside = forth ? -1 : 1, arrow = upright ? (forth ? "→" : "←") : forth ? "↓" : "↑";
  const shown = arrow === "←" || arrow === "↑" ? `${arrow}${faces}` : `${faces}${arrow}`;
  return { x: round(upright ? tx : tx + 33 * aside), y: round(upright ? ty + 20 * aside + 10 : ty), shown, wide: 5 + 4 * shown.length, arrow };
}

/** @param {{ x: number, y: number, wide: number }} plate @returns {Box} */
export const plateBox = ({ x, y, wide }) => ({ left: x - wide, right: x + wide, top: y - HIGH, bottom: y + HIGH });

/** The lines of a name, capitals to descenders. @param {Space} space @returns {Box[]} */
export const nameBoxes = (space) => baselines(space).map((line, i) => {
  const half = width(space.lines[i]) * space.size / 2, y = space.y + line;
  return { left: space.x - half, right: space.x + half, top: y - 0.75 * space.size, bottom: y + 0.22 * space.size };
});

/** @param {Space} space @param {Board} board @returns {Box[]} */
export const badgeBoxes = (space, board) => badges(space, board).map(({ x, y, r }) => ({ left: space.x + x - r, right: space.x + x + r, top: space.y + y - r, bottom: space.y + y + r }));

/** The sign of a tile. @param {import("./tiles.js").Tile} tile @returns {Box} */
const symbolBox = ({ x, y, symbol: [dx, dy] }) => ({ left: x + dx - 13, right: x + dx + 13, top: y + dy - 13, bottom: y + dy + 13 });

/** @param {Box} a @param {Box} b @param {number} [gap] */
export const overlap = (a, b, gap = 0) => a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;

/** Ways aside, the nearest first. */
const ASIDE = Array.from({ length: 27 }, (_, i) => 3 * (i - 13)).flatMap((dx) => Array.from({ length: 27 }, (_, i) => ({ dx, dy: 3 * (i - 13) }))).sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy));

/**
 * Each plate at the nearest free spot: still at its own space, and over no other one unless its arrow tells whose it is.
 * @param {Plate[]} plates @param {Box[]} fixed @param {Space[]} spaces
 */
function settle(plates, fixed, spaces) {
  const taken = [...fixed];
  return plates.map((plate) => {
    const others = spaces.filter((space) => space !== plate.from).map(floor), near = taken.filter((box) => overlap(box, plateBox(plate), 45));
    const moved = (/** @type {typeof ASIDE[number]} */ { dx, dy }) => plateBox({ ...plate, x: plate.x + dx, y: plate.y + dy }), free = (/** @type {Box} */ box) => !near.some((other) => overlap(box, other, 1));
    const clear = (/** @type {Box} */ box) => plate.arrow !== "" || (overlap(box, floor(plate.from), 3) && !others.some((other) => overlap(box, other, 2)));
    const { dx, dy } = ASIDE.find((way) => free(moved(way)) && clear(moved(way))) ?? ASIDE.find((way) => free(moved(way))) ?? ASIDE[0], spot = { ...plate, x: round(plate.x + dx), y: round(plate.y + dy) };
    taken.push(plateBox(spot));
    return spot;
  });
}

/** @param {Space} space @returns {Box} */
const floor = ({ x, y, w, h }) => ({ left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 });

/** @param {Space} space @param {number} x @param {number} y */
export const touches = ({ x: cx, y: cy, w, h }, x, y) => Math.abs(x - cx) < w / 2 + 14 && Math.abs(y - cy) < h / 2 + 14;

/** The neighbour nearest to an arrow key's direction, else any space that way. @param {Board} board @param {string} from @param {string} key */
export function neighbour(board, from, key) {
  const direction = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[key], here = board.spaces[from];
  if (!direction || !here) return null;
  return nearest(here, Object.keys(here.to).map((id) => board.spaces[id]), direction, 0.3) ?? nearest(here, Object.values(board.spaces), direction, 0.7);
}

/** @param {Space} here @param {Space[]} spaces @param {[number, number]} direction @param {number} least */
function nearest(here, spaces, [dx, dy], least) {
  let best = null, score = 0;
  for (const there of spaces) {
    if (!there || there.id === here.id) continue;
    const x = there.x - here.x, y = there.y - here.y, far = Math.hypot(x, y), along = (x * dx + y * dy) / far;
    if (along >= least && along / far > score) [best, score] = [there.id, along / far];
  }
  return best;
}

/** How wide letters are in a bold face, as parts of its size; the widest of the usual faces. @type {[RegExp, number][]} */
const LETTERS = [[/[ iljI'.,]/, 0.37], [/[rtfJ-]/, 0.5], [/[mwMW]/, 1.04], [/[A-Z]/, 0.78], [/./, 0.69]];

/** Width of a text of size 1. @param {string} text */
const width = (text) => [...text].reduce((sum, letter) => sum + (LETTERS.find(([some]) => some.test(letter))?.[1] ?? 0.69), 0);

/** A name in one or two lines that fit, smaller if it must. @param {string} name @param {number} room @param {number} size @returns {{ lines: string[], size: number }} */
export function label(name, room, size) {
  const words = name.split(" "), whole = width(name) * size <= room || words.length < 2;
  const splits = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]), widest = (/** @type {string[]} */ lines) => Math.max(...lines.map(width));
  const lines = whole ? [name] : splits.reduce((best, one) => (widest(one) < widest(best) ? one : best));
  return { lines, size: round(Math.min(size, room / widest(lines))) };
}
