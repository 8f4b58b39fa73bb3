import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { prose, show, word } from "../words.js";
import { DRAWN, strips } from "./strips.js";

/** @typedef {import("../table.js").Table} Table @typedef {import("../protocol/view").View} View */

const TIME_MOST = 12, HORROR_MOST = 7;

/** A track of boxes; the box with the marker is `now`. @param {string} name @param {number} from @param {number} to @param {number} now @param {(n: number) => unknown} inside @param {string} spoken @param {number} [mark] */
function track(name, from, to, now, inside, spoken, mark) {
  const boxes = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return html`<div class="track ${name}" role="img" aria-label=${spoken}>${boxes.map((n) => html`<i class="${n === now ? "now" : ""} ${n <= now ? "filled" : ""} ${n === mark ? "reset" : ""}">${inside(n)}</i>`)}</div>`;
}

/** Hearts: full, empty; the last one is the Final Health token. @param {number} health @param {number} max @param {string} [token] */
function hearts(health, max, token) {
  if (max > 14) return html`<b>${health}/${max}</b>`;
  return html`<span class="hearts" role="img" aria-label=${word("ui.health-of", { n: health, max })}>${Array.from({ length: Math.max(max, health) }, (_, i) => html`<i class="${i < health ? "full" : ""} ${i === 0 ? `token ${token ?? ""}` : ""}">${i < health ? "♥" : "♡"}</i>`)}</span>`;
}

/** The Final Girl: tracks, health, rescue places. @param {Table} t */
function girlPanel(t) {
  const { girl } = t.view, dice = t.diceByHorror();
  return html`<section class="panel girl-panel" aria-label=${t.names.of("girl")}><div class="meter wide-name"><h2>${t.names.of("girl")}${girl.ultimate ? html` <span class="tag good">${word("ui.ultimate")}</span>` : nothing}</h2>${hearts(girl.health, girl.max, girl.token)}<b aria-hidden="true">${girl.health}</b></div>
    <div class="meter"><span aria-hidden="true">${word("ui.time")}</span>${track("time", 0, TIME_MOST, girl.time, (n) => (n === girl.reset || n % 6 === 0 ? n : ""), word("ui.time-is", { n: girl.time, reset: girl.reset ?? 6 }), girl.reset)}<b aria-hidden="true">${girl.time < 0 ? word("ui.below-zero") : girl.time}</b></div>
    <div class="meter"><span aria-hidden="true">${word("ui.horror")}</span>${track("horror", 0, HORROR_MOST, girl.horror, (n) => dice?.[n] ?? "", horrorWords(t))}<b aria-hidden="true">${girl.horror}</b></div>
    ${places(t)}${ultimate(t)}</section>`;
}

/** @param {Table} t */
function horrorWords(t) {
  const dice = t.diceByHorror(), { horror } = t.view.girl;
  if (!dice) return word("ui.horror-is", { n: horror });
  const next = dice.findIndex((n, i) => i > horror && n !== dice[horror]);
  return `${word("ui.horror-dice", { n: horror, dice: dice[horror] })}${next > 0 ? ` ${word("ui.horror-next", { n: next, dice: dice[next] })}` : ""}`;
}

/** What she can do once all rescue places are covered. @param {Table} t */
function ultimate(t) {
  const text = prose(t.app.content?.girls[t.view.game.girl]?.ultimate);
  return text ? html`<details class="beside" ?open=${Boolean(t.view.girl.ultimate)}><summary>${word("ui.ultimate")}</summary><p class="note">${text}</p></details>` : nothing;
}

/** Rescue places with their rewards. @param {Table} t */
function places(t) {
  const places = Object.entries(t.view.girl.places ?? {}).filter(([, place]) => place.reward || place.by);
  if (!places.length) return nothing;
  return html`<ul class="places" aria-label=${word("ui.rescue-places")}>${places.map(([id, { reward, by }]) => html`<li class="${by ? "covered" : ""} ${id === "after" ? "after" : ""}">
    ${id === "after" ? html`<small>${word("ui.then-each")}</small> ` : nothing}${t.names.lines(reward) || "–"}${by ? html` <small>✓ ${t.names.of(by)}</small>` : nothing}</li>`)}</ul>`;
}

/** The Killers: health, Bloodlust ladder, what comes next. @param {Table} t */
function killerPanel(t) {
  const { view } = t, lust = view.bloodlust, several = Object.keys(view.killers).length > 1;
  return html`<section class="panel killer-panel" aria-label=${t.names.of("killer")}><h2>${t.names.of("killer")}</h2>
    ${Object.entries(view.killers).filter(([, { status }]) => !several || status !== "away").map(([id, { health, max, token, status, active, at }]) => html`<div class="meter killer-line ${status ?? ""}"><span>${several ? t.names.of(id) : word("ui.health")}${active && several ? html` <b class="crown-mark" role="img" aria-label=${word("ui.active")}>♛</b>` : nothing}</span>
      ${status === "dead" ? html`<b>${word("ui.dead")}</b>` : html`${hearts(health, max, token)}<b aria-hidden="true">${health}</b>`}</div>${status !== "dead" && !at ? html`<small>${word("ui.not-on-board")}</small>` : nothing}`)}
    ${lust ? html`<p class="lust"><b>${word("ui.bloodlust", { n: lust.row })}</b>: ${word("ui.attack-move", { attack: lust.attack, move: lust.move })}. <small>${t.nextBloodlust()}</small></p>${ladder(t)}` : nothing}
    <p class="counts">${word("ui.terror-left", { n: view.decks?.terror?.left ?? 0 })}, ${word("ui.dead-saved", { dead: view.dead ?? 0, saved: view.saved ?? 0 })}${view.supply === undefined ? nothing : html`, ${word("ui.supply", { n: view.supply })}`}</p>
    ${strips(t)}${openCards(t)}${filmPart(t)}</section>`;
}

/** @param {Table} t */
function ladder(t) {
  const rows = t.bloodlustRows(), now = t.view.bloodlust?.row ?? 1;
  if (!rows.length) return nothing;
  return html`<ol class="ladder" aria-hidden="true">${rows.map((row, i) => html`<li class=${i + 1 === now ? "now" : i + 1 < now ? "past" : ""}>${row.attack}/${row.move}${row.effect?.length ? html`<em>${t.names.lines(row.effect)}</em>` : nothing}</li>`)}</ol>`;
}

/** Finale, Dark Power, powers and Events in play. @param {Table} t */
function openCards(t) {
  const { finale, dark_power, powers = {}, events = {}, shown = {} } = t.view;
  const cards = /** @type {[string, string][]} */ ([
    ...(finale ? [[finale, "ui.finale"]] : []), ...(dark_power ? [[dark_power, "ui.dark-power"]] : []), ...Object.keys(powers).map((id) => [id, "ui.power"]),
    ...Object.keys(events).map((id) => [id, "ui.event"])]), beside = Object.keys(shown).map((id) => /** @type {[string, string]} */ ([id, "ui.open-card"]));
  return html`${cards.length ? chips(t, cards, word("ui.cards-in-play")) : nothing}
    ${beside.length > 3 ? html`<details class="beside"><summary>${word("ui.beside", { n: beside.length })}</summary>${chips(t, beside, word("ui.beside", { n: beside.length }))}</details>` : beside.length ? chips(t, beside, word("ui.beside", { n: beside.length })) : nothing}`;
}

/** Cards to open, in a row. @param {Table} t @param {[string, string][]} cards @param {string} name */
function chips(t, cards, name) {
  const { powers = {} } = t.view;
  return html`<ul class="open-cards" aria-label=${name}>${cards.map(([id, kind]) => html`<li><button type="button" class="chip" @click=${() => t.openCard(id)}>${t.names.of(id)}
    ${kind === "ui.open-card" ? nothing : html`<small>${word(kind)}${powers[id]?.health ? html` ♥${powers[id].health}` : nothing}</small>`}</button></li>`)}</ul>`;
}

/** What a film remembers in the open: countdowns, passengers, damage. Only what can be said in a word. @param {Table} t */
function filmPart(t) {
  const said = Object.entries(t.view.film ?? {}).filter(([key, value]) => !DRAWN.has(key) && (["number", "string", "boolean"].includes(typeof value) || (Array.isArray(value) && value.length)));
  if (!said.length) return nothing;
  return html`<p class="counts">${said.map(([key, value], i) => html`${i ? ", " : ""}${word(`film.${key}`)}${value === true ? "" : `: ${show(value, t.names.of)}`}`)}</p>`;
}

/** Right column, upper part. @param {Table} t */
export const statusView = (t) => html`<div class="status" tabindex="0" role="group" aria-label=${word("ui.status")}>${girlPanel(t)}${killerPanel(t)}</div>`;

/** One row for phones. @param {Table} t */
export function strip(t) {
  const { girl, killers } = t.view, dice = t.diceByHorror();
  return html`<button type="button" class="strip" @click=${() => t.show({ tab: "status" })} aria-label=${t.statusWords()}>
    <span>${word("ui.time")} <b>${girl.time}</b></span><span>${word("ui.horror")} <b>${girl.horror}</b>${dice ? html`<small> ${dice[girl.horror]}⚂</small>` : nothing}</span><span class="girl-text">♥ <b>${girl.health}</b></span>
    ${Object.entries(killers).filter(([, { status }]) => status !== "away" || Object.keys(killers).length === 1).map(([id, { health, status }]) => html`<span class="killer-text">${Object.keys(killers).length > 1 ? id.charAt(0).toUpperCase() : word("ui.killer-short")} <b>${status === "dead" ? "✝" : health}</b></span>`)}</button>`;
}
