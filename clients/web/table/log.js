import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { word } from "../words.js";

/** @typedef {import("../table.js").Table} Table @typedef {import("../protocol/view").Frame} Frame */

const SHOWN = 100;

/** The log: newest last, each line with its reason; a click goes to that moment. @param {Table} t */
export function logView(t) {
  const { frames, first, cursor } = t.timeline, end = t.timeline.following || t.replaying ? cursor : t.timeline.head;
  const from = Math.max(0, end - 4 * SHOWN), written = frames.slice(from, end + 1).map((frame, n) => ({ frame, i: from + n })).filter(({ frame }) => !frame.untold && t.lines(frame).length).slice(-SHOWN);
  let before = "";
  const entries = written.map((one) => { const shown = { ...one, before }; before = t.lines(one.frame).at(-1)?.because ?? ""; return shown; });
  return html`<section class="log" aria-labelledby="log-title"><h2 id="log-title">${word("ui.log")}</h2>
    <div class="scroll" id="log" tabindex="0" role="group" aria-labelledby="log-title" @scroll=${(/** @type {Event} */ e) => t.logScrolled(/** @type {HTMLElement} */ (e.target))}>
    <ol aria-live="off">${t.replaying ? entries.slice(-40).map(({ frame, i, before }) => entry(t, frame, i, before, i === cursor)) : repeat(entries, ({ i }) => i + first, ({ frame, i, before }) => entry(t, frame, i, before, i === cursor))}</ol></div></section>`;
}

/** @param {Table} t @param {Frame} frame @param {number} i @param {string} before @param {boolean} now */
function entry(t, frame, i, before, now) {
  return html`<li class=${now ? "now" : ""}>${t.lines(frame).map((line, n, all) => html`<div class="line ${line.heading ? "heading" : ""} fact-${line.kind}">
    <button type="button" class="text" tabindex="-1" @click=${() => t.look(i)}>${line.text}${line.times > 1 ? html` <b>×${line.times}</b>` : nothing}</button>
    ${line.why && !line.heading && line.because !== (all[n - 1]?.because ?? before) ? html`<button type="button" class="why" tabindex="-1" aria-label=${word("ui.why", { why: line.why }, String)} @click=${() => t.openReason(line.because)}>${line.why}</button>` : nothing}</div>`)}</li>`;
}
