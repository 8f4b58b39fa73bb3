import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";
import { boardView } from "../table/board.js";
import { decisionView } from "../table/decision.js";
import { statusView, strip } from "../table/status.js";
import { cardDialog, handView, itemsView, ruleDialog, spaceDialog, tableauView } from "../table/cards.js";
import { logView } from "../table/log.js";
import { chatView, peopleDialog } from "../table/people.js";
import { helpDialog } from "./help.js";

/** @typedef {import("../main.js").App} App @typedef {import("../table.js").Table} Table */

const PHASES = ["action", "planning", "killer", "panic", "upkeep"];
const LINE_MARK = { live: "●", connecting: "◌", lost: "○", offline: "⊘", closed: "✕" };

/** @param {Table} t */
function header(t) {
  const { status, why } = t.line, watching = (t.people?.spectators ?? 0) + Object.values(t.people?.people ?? {}).filter(({ here, role }) => here && role === "advisor").length;
  return html`<header class="table-top"><a class="brand" href="#/home" aria-label=${word("ui.to-home")}>Last Reel</a>
    <h1>${t.names.of(t.view.game.killer)} <span>${t.names.of(t.view.game.location)}</span></h1>
    <p class="phases"><b>${t.view.turn ? word("ui.turn", { turn: t.view.turn }) : word("phase.setup")}</b> ${PHASES.map((phase) => html`<span class="phase ${phase === t.view.phase ? "now" : ""}" aria-current=${phase === t.view.phase ? "step" : nothing} aria-hidden=${phase === t.view.phase ? nothing : "true"}>${word(`phase.${phase}`)}</span>`)}</p>
    ${t.replaying ? nothing : html`<span class="chip line-${status}" title=${why}><span aria-hidden="true">${LINE_MARK[status]}</span> <span>${word(`line.${status}`)}</span></span>
    <span class="tag role">${word(t.seat ? "role.player" : `role.${t.role}`)}</span>
    <button type="button" class="small" @click=${() => t.show({ people: !t.ui.people })} aria-label=${word("ui.people-watching", { n: watching })}><span aria-hidden="true">◉ ${watching}</span></button>`}
    ${zoomButtons(t)}<button type="button" class="small" @click=${() => t.show({ help: !t.ui.help })} aria-label=${word("ui.help")}>?</button></header>`;
}

/** @param {Table} t */
const zoomButtons = (t) => html`<div class="zoom ${t.zoomed ? "zoomed" : ""}">${/** @type {[string, string, () => void][]} */ ([["+", "key.zoom-in", () => t.zoom(1.25)], ["−", "key.zoom-out", () => t.zoom(0.8)], ["⤢", "key.fit", () => t.fit()]]).map(([mark, key, act]) => html`<button type="button" class="small" aria-label=${word(key)} @click=${act}>${mark}</button>`)}</div>`;

/** @param {Table} t */
function side(t) {
  const chat = t.ui.side === "chat";
  return html`<div class="side-tabs" role="group" aria-label=${word("ui.side")}><button type="button" aria-pressed=${!chat} @click=${() => t.show({ side: "log" })}>${word("ui.log")}</button>
    <button type="button" aria-pressed=${chat} @click=${() => t.show({ side: "chat" })}>${chatLabel(t)}</button></div>${chat ? chatView(t) : logView(t)}`;
}

/** With what was said while nobody looked. @param {Table} t */
const chatLabel = (t) => html`${word("ui.chat")}${t.unread ? html` <b class="tag">${t.unread}</b>` : nothing}`;

/** Tabs of the phone's lower edge. @param {Table} t */
function tabs(t) {
  const { hand, hand_size, items } = t.view, count = hand ? Object.values(hand).reduce((all, n) => all + n, 0) : hand_size ?? 0;
  const tab = (/** @type {string} */ name, /** @type {unknown} */ label) => html`<button type="button" aria-pressed=${t.ui.tab === name} @click=${() => t.show({ tab: name, ...(name === "chat" || name === "log" ? { side: name } : {}) })}>${label}</button>`;
  return html`<nav class="tabs" aria-label=${word("ui.parts")}>${tab("decide", word("ui.decide"))}${tab("hand", `${word("ui.hand")} ${count}`)}${tab("items", `${word("ui.items")} ${Object.keys(items ?? {}).length}`)}${tab("status", word("ui.status"))}${tab("log", word("ui.log"))}${tab("chat", chatLabel(t))}</nav>`;
}

/** The table of a player, an advisor or a spectator. @param {Table} t @param {unknown} [scrubber] */
export function tableView(t, scrubber = nothing) {
  const { phase } = t.view;
  return html`${header(t)}
    <main class="table phase-${phase} tab-${t.ui.tab} ${t.replaying ? "replaying" : ""}">
      <div class="stage">${boardView(t)}${spaceDialog(t)}</div>
      ${strip(t)}
      <div class="right">${statusView(t)}${decisionView(t)}${side(t)}</div>
      <div class="bottom">${handView(t)}${phase === "planning" ? tableauView(t) : nothing}${itemsView(t)}</div>
      ${tabs(t)}${scrubber}
      ${cardDialog(t)}${ruleDialog(t)}${peopleDialog(t)}${helpDialog(t)}
    </main>`;
}

/** @param {App} app */
export function tableScreen(app) {
  const t = app.table;
  if (!t?.frame) return html`<main class="page"><h1 tabindex="-1">${word("screen.table")}</h1><p class="note">${t?.line.status === "closed" ? word(`close.${t.line.why}`) : word("ui.joining")}</p><p><a href="#/home">${word("ui.to-home")}</a></p></main>`;
  return tableView(t);
}
