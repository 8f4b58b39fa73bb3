import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { word } from "../words.js";
import { closeButton } from "./cards.js";

/** @typedef {import("../table.js").Table} Table */

/** Who is at the table, links to invite, how the table is run. @param {Table} t */
export function peopleDialog(t) {
  if (!t.ui.people) return nothing;
  const listed = t.people?.people ?? {}, people = Object.entries({ ...own(t, listed), ...listed });
  return html`<div class="sheet people-sheet" role="dialog" aria-modal="false" aria-labelledby="people-title">
    <header><h2 id="people-title" tabindex="-1">${word("ui.people")}</h2>${closeButton(() => t.show({ people: false }))}</header>
    ${t.line.status === "closed" ? nothing : nameField(t)}
    <ul class="people">${people.map(([id, person]) => html`<li class=${person.here ? "" : "away"}><b>${person.name || word(`role.${person.role}`)}</b> <small>${[person.name && word(`role.${person.role}`), person.seat && word("ui.has-seat"), !person.here && word("ui.away")].filter(Boolean).join(" · ")}</small>
      ${id === t.person ? nothing : personButtons(t, id, person)}</li>`)}</ul>
    <p>${word("ui.spectators", { n: t.people?.spectators ?? 0 })}</p>
    ${t.host ? invites(t) : nothing}${t.host ? tableSettings(t) : nothing}</div>`;
}

/** A spectator with a name, whom only the host's list names. @param {Table} t @param {Record<string, import("../protocol/types").PersonHere>} listed @returns {Record<string, import("../protocol/types").PersonHere>} */
const own = (t, listed) => (t.role === "spectator" && t.person && t.app.settings.name && !(t.person in listed) ? { [t.person]: { name: t.app.settings.name, role: "spectator", here: true } } : {});

/** Under which name the others see this browser's person. @param {Table} t */
const nameField = (t) => html`<form class="own-name" @submit=${(/** @type {SubmitEvent} */ e) => t.rename(e)}><label>${word("ui.your-name")} <input name="name" maxlength="40" autocomplete="nickname" .value=${t.app.settings.name}></label>
  <button class="small">${word("ui.keep-name")}</button></form>`;

/** The host mutes for everybody, others for themselves. @param {Table} t @param {string} id @param {import("../protocol/types").PersonHere} person */
function personButtons(t, id, person) {
  const send = (/** @type {Record<string, any>} */ message) => () => t.send(message), muted = t.host ? Boolean(person.muted) : t.ui.muted.has(id);
  const moderate = (/** @type {string} */ action, role = {}) => send({ type: "moderate", person: id, action, ...role }), other = person.role === "spectator" ? "advisor" : "spectator";
  return html`<button type="button" class="small" @click=${t.host ? moderate(muted ? "unmute" : "mute") : () => t.mute(id)} aria-pressed=${muted}>${word(muted ? "ui.unmute" : "ui.mute")}</button>
    ${t.host && !person.seat ? html`<button type="button" class="small" @click=${moderate("role", { role: other })}>${word(`ui.make-${other}`)}</button>` : nothing}
    ${t.host ? html`<button type="button" class="small" @click=${moderate("remove")}>${word("ui.remove")}</button>` : nothing}
    ${(t.seat || t.host) && person.role !== "spectator" && !person.seat ? html`<button type="button" class="small" @click=${send({ type: "seat", to: id })}>${word("ui.give-seat")}</button>` : nothing}`;
}

/** @param {Table} t */
function invites(t) {
  return html`<h3>${word("ui.invite")}</h3>${/** @type {const} */ (["advisor", "spectator", "player"]).map((role) => html`<p class="invite">
    ${t.links[role] ? html`<label>${word(`ui.link-${role}`)} <input readonly .value=${t.links[role]} @focus=${(/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select()}></label><button type="button" class="small" @click=${() => t.copy(t.links[role])}>${word("ui.copy")}</button>`
    : html`<button type="button" class="small" @click=${() => t.invite(role)}>${word(`ui.link-${role}`)}</button>`}</p>`)}`;
}

/** @param {Table} t */
function tableSettings(t) {
  const settings = t.people?.settings ?? {};
  const tick = (/** @type {string} */ key) => html`<label class="tick"><input type="checkbox" .checked=${Boolean(settings[key])} @change=${(/** @type {Event} */ e) => t.send({ type: "settings", [key]: /** @type {HTMLInputElement} */ (e.target).checked })}> ${word(`ui.set-${key}`)}</label>`;
  return html`<h3>${word("ui.table-settings")}</h3>${tick("open_hand")}${tick("watchable")}
    <label>${word("ui.set-delay")} <input type="number" min="0" max="3600" .value=${String(settings.delay_seconds ?? 0)} @change=${(/** @type {Event} */ e) => t.send({ type: "settings", delay_seconds: Number(/** @type {HTMLInputElement} */ (e.target).value) })}></label>
    <label>${word("ui.set-mode")} <select @change=${(/** @type {Event} */ e) => t.send({ type: "settings", mode: /** @type {HTMLSelectElement} */ (e.target).value })}>
      ${["solo", "council", "relay"].map((mode) => html`<option value=${mode} ?selected=${(settings.mode ?? "solo") === mode}>${word(`mode.${mode}`)}</option>`)}</select></label>`;
}

/** @param {Table} t */
export function chatView(t) {
  return html`<section class="chat" aria-labelledby="chat-title"><h2 id="chat-title">${word("ui.chat")}</h2>
    <div class="scroll" id="chat-log" tabindex="0" role="group" aria-labelledby="chat-title"><ol>${repeat(t.chat.filter((line) => !t.ui.muted.has(line.person)), (line) => line.n, (line) => html`<li><b>${line.name || word("ui.somebody")}</b> <small>${word(`role.${line.role}`)}</small> ${line.text}</li>`)}</ol></div>
    ${t.role === "spectator" && !t.people?.settings?.spectators_chat ? nothing : html`<form @submit=${(/** @type {SubmitEvent} */ e) => t.say(e)}><label class="sr" for="chat-input">${word("ui.chat-say")}</label><input id="chat-input" name="text" maxlength="400" autocomplete="off" placeholder=${word("ui.chat-say")}><button type="submit" class="small">${word("ui.send")}</button></form>`}</section>`;
}
