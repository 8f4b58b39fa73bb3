import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { has, prose, raw, word } from "../words.js";
import { base } from "../names.js";
import { rowsView } from "./dice.js";

/** @typedef {import("../table.js").Table} Table @typedef {import("../protocol/view").Card} Card */

/** One line under a card's name. @param {Table} t @param {Card | undefined} card */
function summary(t, card) {
  if (!card) return "";
  const top = card.rows && Object.keys(card.rows).sort().at(-1);
  if (top !== undefined && card.rows) return `${"★".repeat(Number(top))} ${told(t, card.rows[top], card)}`;
  return told(t, card.effect?.length ? card.effect : card.discard, card);
}

/** Effects in words; the card's own words where its icons say nothing. @param {Table} t @param {any} effects @param {Card} card */
function told(t, effects, card) {
  const words = t.names.lines(effects);
  return words && words !== word("effect.by-hand") ? words : prose(card.text) || words;
}

/** @param {Table} t @param {string} id @param {number} number @param {string} [beside] */
function handCard(t, id, number, beside = "") {
  const card = t.card(id), option = t.cardOption(id), cost = card?.cost;
  return html`<li class="card ${option ? "playable" : ""} ${card?.reaction ? "reaction" : ""}"><button type="button" aria-label=${[`${t.names.of(id)}${number > 1 ? ` ×${number}` : ""}`, cost === undefined ? "" : word("ui.cost", { n: cost }), summary(t, card).replace(/^★+/, (stars) => `${word("ui.successes", { n: stars.length })}:`), beside].filter(Boolean).join(". ")} @click=${() => t.openCard(id)} @pointerenter=${() => t.heat(null)}>
    <b>${t.names.of(id)}${number > 1 ? html` <span class="times">×${number}</span>` : nothing}</b>${cost === undefined ? nothing : html`<i class="cost" title=${word("ui.cost", { n: cost })}>${cost}</i>`}
    <small aria-hidden="true">${summary(t, card)}</small>${beside ? html`<small class="slot" aria-hidden="true">${beside}</small>` : nothing}</button></li>`;
}

/** @param {Table} t */
export function handView(t) {
  const { hand, hand_size } = t.view;
  return html`<section class="hand" aria-label=${word("ui.hand")}><h2>${word("ui.hand")} <small>${hand ? sum(hand) : hand_size ?? 0}/10</small></h2>
    ${hand ? html`<ul>${repeat(Object.entries(hand), ([id]) => id, ([id, n]) => handCard(t, id, n))}</ul>` : html`<p class="note">${hand_size ? word("ui.closed-hand", { n: hand_size }) : word("ui.no-cards")}</p>`}</section>`;
}

/** @param {Record<string, number>} cards */
const sum = (cards) => Object.values(cards).reduce((all, n) => all + n, 0);

/** Items in hands and backpack; decks of Items. @param {Table} t */
export function itemsView(t) {
  const items = Object.entries(t.view.items ?? {}), decks = Object.entries(t.view.decks ?? {}).filter(([id]) => t.board?.spaces[id]);
  return html`<section class="items" aria-label=${word("ui.items")}><h2>${word("ui.items")}</h2>
    ${items.length ? html`<ul>${repeat(items, ([id]) => id, ([id, { slot, uses }]) => handCard(t, id, 1, `${word(`ui.slot-${slot}`)}${uses ? ` · ${word("ui.uses", { n: uses })}` : ""}`))}</ul>` : html`<p class="note">${word("ui.no-items")}</p>`}
    ${decks.length ? html`<ul class="decks">${decks.map(([id, { left, top }]) => html`<li>${t.names.of(id)}: <small>${word("ui.cards-left", { n: left })}${top ? `, ${word("ui.on-top")}` : ""}</small>${top ? html` <button type="button" class="link" @click=${() => t.openCard(top)}>${t.names.of(top)}</button>` : nothing}</li>`)}</ul>` : nothing}</section>`;
}

/** The tableau: what can be bought, what not. @param {Table} t */
export function tableauView(t) {
  const { tableau, discard } = t.view;
  if (!tableau) return nothing;
  const rows = Object.entries(tableau).sort(([a], [b]) => (t.card(a)?.cost ?? 0) - (t.card(b)?.cost ?? 0) || (a < b ? -1 : 1));
  return html`<section class="tableau" aria-label=${word("ui.tableau")}><h2>${word("ui.tableau")}</h2><ul>${rows.map(([id, n]) => handCard(t, id, n))}</ul>
    ${discard && sum(discard) ? html`<h3>${word("ui.discard")}</h3><p class="note">${Object.entries(discard).map(([id, n]) => `${t.names.of(id)}${n > 1 ? ` ×${n}` : ""}`).join(", ")}</p>` : nothing}</section>`;
}

/** A card large, as words. @param {Table} t */
export function cardDialog(t) {
  const id = t.ui.card;
  if (!id) return nothing;
  const card = t.card(id), options = (t.atHead && t.view.decision?.options.filter((option) => t.names_card(option, id))) || [];
  return html`<div class="sheet card-sheet" role="dialog" aria-modal="false" aria-labelledby="card-title">
    <header><h2 id="card-title" tabindex="-1">${t.names.of(id)}</h2>${closeButton(() => t.show({ card: null }))}</header>
    ${card ? cardFace(t, card) : html`<p>${word("ui.no-text")}</p>`}
    ${options.length && t.mayAnswer ? html`<ul class="options">${options.map((option) => html`<li><button type="button" class="option" @click=${() => { t.show({ card: null }); t.choose(option.id); }}><span class="what"><b>${t.optionLabel(option)}</b><small>${t.consequence(option)}</small></span></button></li>`)}</ul>` : nothing}
  </div>`;
}

/** @param {Table} t @param {Card} card */
export function cardFace(t, card) {
  const weapon = card.weapon, [low, high] = weapon?.range ?? [0, 0];
  return html`<div class="face"><p class="note">${word(`kind.${card.kind}`)}${card.cost === undefined || card.kind !== "action" ? nothing : html` · ${word("ui.cost", { n: card.cost })}`}${card.reaction ? html` · ${word("ui.reaction")}` : nothing}
      ${card.hands ? html` · ${word("ui.hands", { n: card.hands })}` : nothing}${card.uses ? html` · ${word("ui.uses", { n: card.uses })}` : nothing}${card.health ? html` · ♥${card.health}` : nothing}</p>
    ${rowsView(t, card.id, undefined)}
    ${card.effect?.length ? html`<p>${t.names.lines(card.effect)}</p>` : nothing}
    ${card.action?.length ? html`<p><b>${word("ui.killer-action")}:</b> ${t.names.lines(card.action)}</p>` : nothing}
    ${weapon ? html`<p>${word("ui.weapon", { damage: weapon.damage ?? 0, low, high })}</p>` : nothing}
    ${card.discard?.length ? html`<p><b>${word("ui.discard-it")}:</b> ${t.names.lines(card.discard)}</p>` : nothing}
    ${card.needs?.length ? html`<p><b>${word("ui.needs")}:</b> ${card.needs.map((/** @type {string} */ id) => t.names.of(id)).join(", ")}</p>` : nothing}
    ${card.text ? html`<p>${prose(card.text)}</p>` : nothing}
    ${card.provenance ? html`<p class="note">${word(`provenance.${card.provenance}`)}</p>` : nothing}</div>`;
}

/** A space: who is there, where panic leads, what can be done. @param {Table} t */
export function spaceDialog(t) {
  const space = t.ui.sheet ? t.board?.spaces[t.ui.sheet] : null;
  if (!space) return nothing;
  const options = t.atHead ? t.optionsAt(space.id) : [], deck = t.view.decks?.[space.id];
  return html`<div class="sheet space-sheet" role="dialog" aria-modal="false" aria-labelledby="space-title">
    <header><h2 id="space-title" tabindex="-1">${space.name}</h2>${closeButton(() => t.show({ sheet: null }))}</header>
    <p>${t.describe(space.id)}</p>
    ${options.length ? html`<ul class="options">${options.map((option) => html`<li><button type="button" class="option" aria-disabled=${!t.mayAnswer} @click=${() => t.choose(option.id)}><span class="what"><b>${t.optionLabel(option)}</b><small>${t.consequence(option)}</small></span></button></li>`)}</ul>` : nothing}
    ${deck ? html`<p>${word("ui.item-deck")}: ${deck.top ? html`<button type="button" class="link" @click=${() => t.openCard(deck.top ?? "")}>${t.names.of(deck.top)}</button>, ` : nothing}${word("ui.cards-left", { n: deck.left })}</p>` : nothing}
    ${space.supply ? html`<p>${word("ui.supply-here", { what: t.names.of(space.supply) })}</p>` : nothing}
    <p class="note">${word("ui.panic-from-here")}: ${Object.entries(space.to).map(([to, faces]) => `${t.names.of(to)}${faces ? ` (${faces})` : ""}`).join(", ")}</p>
    ${t.role === "spectator" ? nothing : html`<p class="actions"><button type="button" class="small" @click=${() => t.point(space.id)}>${word("ui.point")} <kbd aria-hidden="true">p</kbd></button></p>`}</div>`;
}

/** @param {() => void} close */
export const closeButton = (close) => html`<button type="button" class="close" aria-label=${word("ui.close")} @click=${close}>×</button>`;

/** The rule behind a line of the log. @param {Table} t */
export function ruleDialog(t) {
  const key = t.ui.rule;
  if (!key) return nothing;
  const text = has(key) ? raw(key) : undefined, card = t.card(key);
  return html`<div class="sheet rule-sheet" role="dialog" aria-modal="false" aria-labelledby="rule-title"><header><h2 id="rule-title" tabindex="-1">${has(`${key}.title`) ? word(`${key}.title`) : t.names.of(base(key))}</h2>${closeButton(() => t.show({ rule: null }))}</header>
    ${card ? cardFace(t, card) : html`<p>${text ?? word("ui.no-text")}</p>`}<p><a href="#/rules">${word("ui.all-rules")}</a></p></div>`;
}
