import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { guard } from "../vendor/lit-html/directives/guard.js";
import { word } from "../words.js";
import { tableView } from "./table.js";

/** @typedef {import("../main.js").App} App @typedef {import("../replay.js").Replay} Replay */

const LETTERS = /** @type {Record<string, string>} */ ({ action: "A", planning: "P", killer: "K", panic: "N", upkeep: "U" });
const MARKS = /** @type {Record<string, string>} */ ({ VictimDied: "died", VictimSaved: "saved", FinaleRevealed: "finale", DarkPowerRevealed: "power", TokenRevealed: "token" });

/** Bands of the phases and marks of what happened, over the whole length. @param {Replay} r */
function bands(r) {
  const { frames } = r.table.timeline, length = frames.length, starts = frames.flatMap(({ view }, i) => (i === 0 || view.phase !== frames[i - 1].view.phase ? [{ i, phase: view.phase }] : []));
  const marks = frames.flatMap(({ facts }, i) => facts.flatMap(({ fact }) => (MARKS[fact] ? [{ i, kind: MARKS[fact] }] : [])));
  return html`<svg class="bands" viewBox="0 0 1000 26" preserveAspectRatio="none" aria-hidden="true">
    ${starts.map(({ i, phase }, n) => svg`<rect class="band ${phase}" x=${(1000 * i) / length} width=${(1000 * ((starts[n + 1]?.i ?? length) - i)) / length} y="0" height="26"/>`)}
    ${marks.map(({ i, kind }) => svg`<rect class="mark-${kind}" x=${(1000 * i) / length} width="3" y=${kind === "saved" ? 0 : 13} height="13"/>`)}</svg>`;
}

/** @param {Replay} r */
function scrubber(r) {
  const { timeline } = r.table, { cursor, head } = timeline, { turn, phase } = r.table.view, hidden = !r.spoilers;
  const button = (/** @type {string} */ mark, /** @type {string} */ key, /** @type {() => void} */ act) => html`<button type="button" class="small" aria-label=${word(key)} title=${word(key)} @click=${act}>${mark}</button>`;
  const turnStart = (/** @type {number} */ way) => (way < 0 ? r.turns.findLast((i) => i < cursor) ?? 0 : r.turns.find((i) => i > cursor) ?? head);
  const phaseStart = (/** @type {1 | -1} */ way) => { r.pause(); r.table.phase(way); r.go(timeline.cursor); };
  return html`<section class="scrubber" aria-label=${word("ui.replay")}>
    ${hidden ? nothing : guard([timeline.frames, r.table], () => bands(r))}
    ${hidden ? nothing : html`<input type="range" min="0" max=${head} .value=${String(cursor)} aria-label=${word("ui.position")} aria-valuetext=${`${word("ui.turn", { turn })}, ${word(`phase.${phase}`)}`} @input=${(/** @type {Event} */ e) => r.jump(Number(/** @type {HTMLInputElement} */ (e.target).value))}>`}
    <p class="actions">${button("⇤", "key.start", () => r.jump(0))}${button("⟪", "ui.turn-back", () => r.jump(turnStart(-1)))}${button("[", "key.phase-back", () => phaseStart(-1))}${button("‹", "key.back", () => r.jump(cursor - 1))}
      <button type="button" class="button" @click=${() => r.toggle()}>${word(r.playing ? "ui.pause" : "ui.play-on")}</button>
      ${button("›", "key.forward", () => r.jump(cursor + 1))}${button("]", "key.phase-forward", () => phaseStart(1))}${button("⟫", "ui.turn-forward", () => r.jump(turnStart(1)))}${hidden ? nothing : button("⇥", "ui.to-end", () => r.jump(head))}
      ${r.table.view.outcome ? nothing : html`<button type="button" class="button" @click=${() => r.app.branch(r)}>${word("ui.branch")}</button>`}
      <span class="where">${word("ui.turn", { turn })} · ${LETTERS[phase] ? html`<b>${LETTERS[phase]}</b> ` : nothing}${word(`phase.${phase}`)}${hidden ? nothing : ` · ${cursor}/${head}`}</span>
      <label>${word("ui.speed")} <select @change=${(/** @type {Event} */ e) => { r.speed = Number(/** @type {HTMLSelectElement} */ (e.target).value); }}>${[0.5, 1, 2, 4, 10].map((speed) => html`<option value=${speed} ?selected=${speed === r.speed}>${speed}×</option>`)}</select></label>
      <label>${word("ui.seen-by")} <select @change=${(/** @type {Event} */ e) => r.as(/** @type {HTMLSelectElement} */ (e.target).value)}>${["player", "advisor", "spectator"].map((role) => html`<option value=${role} ?selected=${role === r.role}>${word(`role.${role}`)}</option>`)}</select></label>
      <label class="tick"><input type="checkbox" .checked=${hidden} @change=${(/** @type {Event} */ e) => { r.spoilers = !(/** @type {HTMLInputElement} */ (e.target).checked); r.app.invalidate(); }}> ${word("ui.spoiler-free")}</label></p></section>`;
}

/** @param {App} app */
export function replayScreen(app) {
  const r = app.replay;
  if (!r?.table.frame) return html`<main class="page"><h1 tabindex="-1">${word("screen.replay")}</h1>${app.problem ? html`<p class="error">${app.problem}</p>` : html`<p class="note">${word("ui.loading")}</p>`}<p><a href="#/home">${word("ui.to-home")}</a></p></main>`;
  return tableView(r.table, scrubber(r));
}
