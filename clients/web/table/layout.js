import { RANK } from "./pieces.js";

/** Where things stand. Pure: the same pieces give the same picture to every viewer. */
/** @typedef {import("./pieces.js").Piece} Piece @typedef {import("../protocol/view").Art} Art @typedef {import("../protocol/view").Graph} Graph */
/** @typedef {{ id: string, name: string, x: number, y: number, w: number, h: number, search: boolean, exit: boolean, fn: boolean, areas: string[], to: Record<string, string>, supply: string, lines: string[] }} Space */
/** @typedef {{ a: string, b: string, kind: string, id?: string, at: [number, number] | null }} Line */
/** @typedef {{ id: string, width: number, height: number, tall: boolean, stretch: number, theme: string, scenery: import("../protocol/view").Scenery[], spaces: Record<string, Space>, links: Line[], slots: Record<string, any>, tiles?: import("./tiles.js").Tile[] }} Board */
/** @typedef {{ id: string, piece: Piece, x: number, y: number, scale: number }} Placed @typedef {{ id: string, x: number, y: number, n: number }} Count */

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
  return { id, name, x, y, w, h, search, exit, areas, to, fn: Boolean(extra.function ?? extra.fn), supply: String(extra.supply ?? ""), lines: label(name, w - (exit || search ? 22 : 0), nameSize({ tall, stretch })) };
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
  const { tall, stretch } = board, scale = tall ? 1.05 * stretch : 1, lines = rows(space, here, scale, board), free = space.h - head(space, board), top = space.y + space.h / 2 - free, step = Math.min(LINE * scale, free / lines.length);
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
const WIDTH = { girl: 33, killer: 37, minion: 29, special: 30, token: 26, victim: 26 };
const LINE = 30;

/** Size of a space's name. @param {{ tall: boolean, stretch: number }} board */
export const nameSize = ({ tall, stretch }) => (tall ? 15.5 * stretch : 13.5);

/** Where pieces begin below the name. @param {Space} space @param {{ tall: boolean, stretch: number }} board */
const head = (space, board) => (board.tall ? 8 : 12) + (nameSize(board) + 2) * space.lines.length + (board.tall ? 2 : 5);

/** Pieces in rows: each by itself where there is room, else those of a kind on each other. @param {Space} space @param {Piece[]} here @param {number} scale @param {Board} board @returns {Piece[][][]} */
function rows(space, here, scale, board) {
  const most = Math.max(1, Math.floor((space.h - head(space, board) + 8) / (LINE * scale * 0.85))), single = flow(pile(here, false), (space.w - 6) / scale);
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

const round = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/** Pieces in their order, alone or with all others of their kind. @param {Piece[]} here @param {boolean} together @returns {Piece[][]} */
function pile(here, together) {
  const sorted = [...here].sort((a, b) => RANK[a.kind] - RANK[b.kind] || order(a.id, b.id));
  if (!together) return sorted.map((piece) => [piece]);
  /** @type {Map<string, Piece[]>} */
  const piles = new Map();
  for (const piece of sorted) {
    const alike = piece.kind === "victim" || piece.kind === "minion" ? piece.kind : piece.kind === "token" ? `token:${piece.label}` : piece.id;
    piles.set(alike, [...(piles.get(alike) ?? []), piece]);
  }
  return [...piles.values()];
}

/** @param {string} a @param {string} b */
const order = (a, b) => a.length - b.length || (a < b ? -1 : 1);

/**
 * Where the panic plate of a way stands: on the border of its space, on the side where the way leaves. Beside a door
 * that two rooms share there are two plates, each with an arrow.
 * @param {Board} board @param {Space} from @param {string} to
 */
export function plate(board, from, to) {
  const target = board.spaces[to], link = board.links.find(({ a, b }) => (a === from.id && b === to) || (b === from.id && a === to));
  const [tx, ty] = link?.at ?? (target ? [target.x, target.y] : [from.x, from.y]), dx = tx - from.x, dy = ty - from.y;
  const { x, y } = border(from, tx, ty);
  const back = target ? border(target, link?.at?.[0] ?? from.x, link?.at?.[1] ?? from.y) : { x, y }, close = target && Math.hypot(back.x - x, back.y - y) < 34;
  if (!close && (!link?.at || !target || !touches(target, tx, ty) || !touches(from, tx, ty))) return { x: round(x), y: round(y), arrow: "" };
  return beside(from, link?.at ?? [(x + back.x) / 2, (y + back.y) / 2], dx, dy);
}

/** Where the straight way from a space's middle to a point crosses its border. @param {Space} space @param {number} tx @param {number} ty */
function border(space, tx, ty) {
  const dx = tx - space.x, dy = ty - space.y, k = Math.min((space.w / 2 - 2) / Math.abs(dx || 1), (space.h / 2 - 2) / Math.abs(dy || 1), 1);
  return { x: space.x + dx * k, y: space.y + dy * k };
}

/** Beside a door or between spaces that stand close: one plate for each direction. @param {Space} from @param {[number, number]} at @param {number} dx @param {number} dy */
function beside(from, [tx, ty], dx, dy) {
  const upright = Math.abs(dx / from.w) > Math.abs(dy / from.h), forth = (upright ? dx : dy) > 0, aside = forth ? -1 : 1;
  return { x: round(upright ? tx : tx + 33 * aside), y: round(upright ? ty + 20 * aside + 10 : ty), arrow: upright ? (forth ? "→" : "←") : forth ? "↓" : "↑" };
}

/**
 * Plates that lie on each other move apart, each by half, along the shorter way: every number can be read.
 * @template {{ x: number, y: number, wide: number }} P @param {P[]} plates @returns {P[]}
 */
export function apart(plates) {
  const moved = plates.map((one) => ({ ...one })), gap = 2, high = 18 + gap;
  for (let again = true, rounds = 0; again && rounds < 20; rounds++) {
    again = false;
    moved.forEach((one, i) => moved.slice(i + 1).forEach((other) => {
      const dx = other.x - one.x, dy = other.y - one.y, overX = one.wide + other.wide + gap - Math.abs(dx), overY = high - Math.abs(dy);
      if (overX <= 0.1 || overY <= 0.1) return;
      again = true;
      const axis = overX < overY ? "x" : "y", by = (Math.min(overX, overY) / 2) * ((axis === "x" ? dx : dy) < 0 ? -1 : 1);
      one[axis] = round(one[axis] - by);
      other[axis] = round(other[axis] + by);
    }));
  }
  return moved;
}

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

/** A name in at most two lines that fit. @param {string} name @param {number} width @param {number} size */
export function label(name, width, size) {
  const fits = (/** @type {string} */ text) => text.length * size * 0.6 <= width - 6, words = name.split(" ");
  if (fits(name) || words.length < 2) return [name];
  const half = words.reduce((best, _, i) => (Math.abs(words.slice(0, i).join(" ").length - name.length / 2) < Math.abs(words.slice(0, best).join(" ").length - name.length / 2) ? i : best), 1);
  return [words.slice(0, half).join(" "), words.slice(half).join(" ")].filter(Boolean);
}
