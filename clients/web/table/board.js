import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { guard } from "../vendor/lit-html/directives/guard.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { word } from "../words.js";
import { badges, baselines, layout, plates, touches } from "./layout.js";
import { piecesOf, shape } from "./pieces.js";
import { tileView } from "./tiles.js";
import { choices } from "./choices.js";

/** @typedef {import("./layout.js").Board} Board @typedef {import("./layout.js").Space} Space @typedef {import("../table.js").Table} Table */

const MARKS = {
  search: svg`<circle r="5" cx="-2" cy="-2"/><path d="M2 2 7 7"/>`,
  exit: svg`<path d="M-6-7H3V7H-6ZM0 0H9M6-3 9 0 6 3"/>`,
  function: svg`<circle r="4"/><path d="M0-8V-4M0 4V8M-8 0H-4M4 0H8M-6-6-3-3M3 3 6 6M6-6 3-3M-3 3-6 6"/>`,
  supply: svg`<path d="M-7-3H7V6H-7ZM-7-3-4-7H4L7-3M-7 1H7"/>`,
};

/** Scenery and ways: drawn once for each set of open shafts. @param {Board} board @param {string[]} open */
function ground(board, open) {
  const turn = board.tall ? `matrix(0 1 ${board.stretch} 0 0 0)` : nothing;
  return svg`<svg width=${board.width} height=${board.height}><rect class="ground" width=${board.width} height=${board.height}/><g transform=${turn}>${board.scenery.filter(({ marks }) => !marks).map(({ kind, d }) => svg`<path class="scenery ${kind}" d=${d}/>`)}</g>
    ${board.scenery.flatMap(({ kind, d, marks = [] }) => marks.map(([x, y]) => svg`<path class="scenery ${kind}" d=${d} transform="translate(${(board.tall ? y : x) * board.stretch} ${board.tall ? x : y})"/>`))}
    ${board.links.map((link) => line(board, link, open))}</svg>`;
}

/** @param {string} kind */
const isDoor = (kind) => kind === "door" || kind === "hatch";

/** @param {Board} board @param {import("./layout.js").Line} link @param {string[]} open */
function line(board, { a, b, kind, at, id = "" }, open) {
  const from = board.spaces[a], to = board.spaces[b];
  if (at && isDoor(kind)) return [from, to].filter((space) => !touches(space, ...at)).map(({ x, y }) => svg`<path class="link trail" d="M${at[0]} ${at[1]}L${x} ${y}"/>`);
  const points = at ? `${from.x},${from.y} ${at[0]},${at[1]} ${to.x},${to.y}` : `${from.x},${from.y} ${to.x},${to.y}`;
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return svg`<polyline class="link ${kind} ${open.includes(id) ? "open" : ""}" points=${points}/>
    ${kind === "shaft" ? svg`<g class="lock ${open.includes(id) ? "open" : ""}" transform="translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2})"><circle r="12"/><path d=${open.includes(id) ? "M-5-1H5V6H-5ZM-3-1V-4A3 3 0 0 1 2-7" : "M-5-1H5V6H-5ZM-3-1V-4A3 3 0 0 1 3-4V-1"}/></g>` : nothing}
    ${kind === "river" ? svg`<path class="arrow" d="M-9-8 9 0-9 8" transform="translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${angle})"/>` : nothing}`;
}

/** Door gaps lie over the walls of the rooms. @param {Board} board */
function doors(board) {
  return board.links.filter(({ at, kind }) => at && isDoor(kind)).map(({ a, b, at, kind }) => {
    const [x, y] = /** @type {[number, number]} */ (at), from = [board.spaces[a], board.spaces[b]].find((space) => touches(space, x, y)) ?? board.spaces[a];
    const upright = Math.abs(Math.abs(x - from.x) / from.w) > Math.abs(Math.abs(y - from.y) / from.h);
    return svg`<rect class="door ${kind}" x=${x - (upright ? 4 : 14)} y=${y - (upright ? 14 : 4)} width=${upright ? 8 : 28} height=${upright ? 28 : 8} rx="3"/>`;
  });
}

/** @param {Board} board */
const plateViews = (board) => plates(board).map(({ x, y, shown, wide }) => svg`<g transform="translate(${x} ${y})"><rect class="pip" x=${-wide} y="-9" width=${2 * wide} height="18" rx="4"/><text class="pip-text" y="4.5">${shown}</text></g>`);

/** A space as it is now: the Huey's is an Exit only while she stands there. @param {Table} t @param {Space} space @returns {Space} */
export const asItIs = (t, space) => (space.huey && t.view.tokens?.huey !== space.id ? { ...space, exit: false } : space);

/** What a screen reader hears for a space. @param {Table} t @param {Space} space */
export function describe(t, space) {
  const counted = /** @type {Record<string, number>} */ ({});
  for (const { at, kind, id, frost } of piecesOf(t.view)) {
    const key = `${kind === "victim" ? "v1" : id}${frost ? " frozen" : ""}`;
    if (at === space.id) counted[key] = (counted[key] ?? 0) + 1;
  }
  const who = Object.entries(counted).map(([key, n]) => { const [id, frozen] = key.split(" "); return `${id === "v1" ? word("ui.victims", { n }) : t.names.of(id)}${frozen ? ` (${word("film.frostbite.tokens")})` : ""}`; }).join(", ") || word("ui.empty");
  const marks = [space.exit && word("ui.exit"), space.search && word("ui.search-space"), space.fn && word("ui.function-room")].filter(Boolean).join(", ");
  return `${space.name}${marks ? `, ${marks}` : ""}: ${who}`;
}

/** @param {Table} t @param {Board} board @param {Space} space @param {Map<string, import("../protocol/view").Option[]>} legal */
function spaceGroup(t, board, space, legal) {
  const options = legal.get(space.id), { w, h, x, y, size, lines } = space, rows = baselines(space);
  const kinds = [space.exit && "exit", space.search && "search", space.fn && "function", ...space.areas].filter(Boolean).join(" ");
  const state = `${options ? "legal" : ""} ${t.ui.hot === space.id || t.ui.hotTargets.has(space.id) ? "hot" : ""}`;
  const round = space.areas.includes("house") || space.areas.includes("indoors") || board.theme === "ship" ? 5 : 16;
  const spoken = describe(t, space) + (options ? `. ${word("ui.can-be-chosen")}: ${options.map((o) => t.optionLabel(o)).join("; ")}` : "");
  return svg`<g class="space ${kinds} ${state}" data-space=${space.id} role="button" tabindex=${t.ui.focus === space.id ? 0 : -1} aria-label=${spoken}
      transform="translate(${x} ${y})" @click=${() => t.pickSpace(space.id)} @focus=${() => t.focusSpace(space.id)}
      @pointerenter=${() => t.heat(space.id)} @pointerleave=${() => t.heat(null)}>
    <rect class="ring" x=${-w / 2 - 6} y=${-h / 2 - 6} width=${w + 12} height=${h + 12} rx=${round + 5}/>
    <rect class="floor" x=${-w / 2} y=${-h / 2} width=${w} height=${h} rx=${round}/>
    <text class="name" font-size=${size}>${lines.map((text, i) => svg`<tspan x="0" y=${rows[i]}>${text}</tspan>`)}</text>
    ${marks(space, board)}</g>`;
}

/** @param {Space} space @param {Board} board */
const marks = (space, board) => badges(space, board).map(({ kind, x, y, r }) => svg`<g class="mark ${kind}" transform="translate(${x} ${y}) scale(${r / 12})"><circle class="badge" r="12"/>${MARKS[/** @type {keyof typeof MARKS} */ (kind)]}</g>`);

/** Suggestions of advisors and pings, drawn over the spaces. @param {Table} t @param {Board} board */
function hints(t, board) {
  const advised = t.advisedSpaces();
  return svg`${[...advised.keys()].map((id) => board.spaces[id]).filter(Boolean).map(({ x, y, w, h }) => svg`<rect class="advised" x=${x - w / 2 - 11} y=${y - h / 2 - 11} width=${w + 22} height=${h + 22} rx="24"/>`)}
    ${repeat(t.pings, (ping) => ping.n, (ping) => {
      const at = t.spaceOf(ping.at), space = board.spaces[at];
      return space ? svg`<g class="ping" transform="translate(${space.x} ${space.y})"><circle r="46"/><text y="-52">${ping.name}</text></g>` : nothing;
    })}`;
}

/** The board. @param {Table} t */
export function boardView(t) {
  const board = t.board;
  if (!board) return html`<p class="loading">${word("ui.loading")}</p>`;
  const { placed, counts } = layout(board, piecesOf(t.view)), legal = t.atHead ? choices(t, t.view.decision) : new Map(), open = /** @type {string[]} */ (t.view.film?.["konrad.shafts"] ?? []);
  return html`<svg id="map" class="map ${board.theme} ${board.tall ? "tall" : ""} ${t.timeline.leapt ? "leapt" : ""}" role="group" aria-label=${word("ui.map", { location: t.names.of(t.view.game.location) })} @keydown=${(/** @type {KeyboardEvent} */ e) => t.boardKey(e)}>
    <g aria-hidden="true">${guard([board, open.join()], () => ground(board, open))}</g>
    <g aria-hidden="true">${repeat(board.tiles ?? [], ({ id }) => id, (tile) => tileView(tile, board.tall))}</g>
    ${repeat(Object.values(board.spaces), (space) => space.id, (space) => spaceGroup(t, board, asItIs(t, space), legal))}
    <g aria-hidden="true">${guard([board], () => doors(board))}</g>
    <g aria-hidden="true" class="plates">${board.tall ? nothing : guard([board], () => plateViews(board))}</g>
    <g class="pieces" aria-hidden="true">
      ${repeat(placed, ({ id }) => id, ({ piece, x, y, scale }) => svg`<g class="piece ${t.ui.hotTargets.has(piece.id) ? "hot" : ""}" transform="translate(${x} ${y})"><g transform=${scale === 1 ? nothing : `scale(${scale})`}>${guard([piece.kind, piece.label, piece.active, piece.down, piece.frost], () => shape(piece))}</g></g>`)}
      ${repeat(counts, ({ id }) => id, ({ x, y, n }) => svg`<text class="count" x=${x} y=${y}>${n}</text>`)}
    </g>
    <g aria-hidden="true">${hints(t, board)}</g>
  </svg>`;
}
