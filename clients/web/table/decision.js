import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { base } from "../names.js";
import { word, capital } from "../words.js";
import { diceView, rolled, rowsView } from "./dice.js";
import { optionKey, targetSpaces } from "./choices.js";
import { RULES, hintView } from "../hints.js";

/** @typedef {import("../table.js").Table} Table @typedef {import("../protocol/view").Option} Option @typedef {import("../protocol/view").Decision} Decision */

/** Lines that the panel tells of one picture; the log has all. */
const TOLD = 6;

/** The one place where the pending decision stands. @param {Table} t */
export function decisionView(t) {
  const { view } = t, decision = view.decision;
  if (t.replaying && !view.outcome) return lookingBack(t);
  if (!t.atHead) return t.following ? catchingUp(t) : lookingBack(t);
  if (view.outcome) return over(t);
  if (!decision) return waiting(t);
  const attack = decision.kind.startsWith("reaction");
  return html`<section class="decision ${attack ? "attack" : ""}" data-decision=${decision.id} aria-labelledby="question">
    <h2 id="question" tabindex="-1">${attack ? html`<span class="tag">${word("ui.attack")}</span> ` : nothing}${t.question(decision)}</h2>
    ${who(t)}
    ${cause(t, decision)}
    ${about(t, decision)}
    ${hintView(t, decision)}
    <ol class="options ${decision.options.length > 8 ? "many" : ""}">${repeat(decision.options, (option) => option.id, (option, i) => optionView(t, decision, option, i))}</ol>
    ${blocked(t, decision)}
    ${showing(t, decision)}
    ${actions(t)}
    ${t.error ? html`<p class="error">${t.error}</p>` : nothing}
  </section>`;
}

/** Whose answer it is, and how a vote stands. @param {Table} t */
function who(t) {
  const name = t.playerName, last = t.advice?.vote;
  if (t.vote) return html`<p class="note">${word(t.mayAdvise ? "ui.vote-yours" : "ui.vote-open", { voted: t.vote.voted.length, n: t.advisers })}</p>`;
  const tied = last?.tally && !last.chosen && String(last.request) === t.view.decision?.id ? html`<p class="note">${word("ui.vote-tied", { name }, String)}</p>` : nothing;
  return html`${tied}${t.mayAnswer ? nothing : html`<p class="note">${word(t.mayAdvise ? "ui.decides-advise" : "ui.decides", { name }, String)}</p>`}`;
}

/** Cards that only she has looked at keep the decision from the advisors; she may show them. @param {Table} t @param {Decision} decision */
function showing(t, { not_shown = {} }) {
  const cards = Object.keys(not_shown);
  return cards.length && t.advisers && t.mayAnswer ? html`<p class="note">${word("ui.only-you-see")} <button type="button" class="small" @click=${() => cards.forEach((card) => t.send({ type: "show", card }))}>${word("ui.show-advisors")}</button></p>` : nothing;
}

/** The card that asks, if the question does not name it. @param {Table} t @param {Decision} decision */
function cause(t, { args = {} }) {
  const card = Object.keys(t.view.resolving ?? {}).at(-1);
  return card && base(card) !== base(String(args.card ?? "")) ? html`<p class="note">${word("ui.resolving")}: <button type="button" class="link" @click=${() => t.openCard(card)}>${t.names.of(card)}</button></p>` : nothing;
}

/** Dice, result rows, damage: what the question is about. @param {Table} t @param {Decision} decision */
function about(t, { kind, args = {} }) {
  const dice = Array.isArray(args.dice) ? args.dice : null, card = typeof args.card === "string" ? args.card : "";
  const now = typeof args.successes === "number" ? args.successes : t.lastSuccesses();
  return html`${dice ? diceView(dice, args.converted ?? []) : nothing}
    ${card && (dice || kind === "roll" || kind === "line") ? rowsView(t, card, dice || kind === "line" ? now : undefined) : nothing}`;
}

/** @param {Table} t @param {Decision} decision @param {Option} option @param {number} i */
function optionView(t, decision, option, i) {
  const busy = t.answering?.option === option.id, says = t.consequence(option), advice = t.advisersOf(option.id), votes = t.tally(option.id), blocked = Boolean(t.answering) || !t.atHead || (t.mayAnswer && Boolean(t.vote)), mine = t.votedFor(option.id);
  const hot = t.ui.hot && targetSpaces(t, option).includes(t.ui.hot);
  const choose = () => (t.mayAnswer ? t.choose(option.id) : t.mayAdvise ? t.advise(option.id) : undefined);
  return html`<li class=${says.length < 14 && !option.id.startsWith("play:") && t.optionLabel(option).length < 26 && decision.options.length > 6 ? "half" : ""}><button type="button" class="option ${hot ? "hot" : ""} ${busy ? "busy" : ""}" data-option=${option.id} aria-label=${spoken(t, option)} aria-disabled=${blocked || (!t.mayAnswer && !t.mayAdvise)} @click=${choose}
      @pointerenter=${() => t.heatOption(option)} @pointerleave=${() => t.heatOption(null)} @focus=${() => t.heatOption(option)} @blur=${() => t.heatOption(null)}>
    <kbd aria-hidden="true">${optionKey(i)}</kbd>
    <span class="what"><b>${t.optionLabel(option)}</b>${says ? html`<small aria-hidden="true">${says}</small>` : nothing}</span>
    ${option.irreversible ? html`<small class="mark">${word("ui.irreversible")}</small>` : nothing}
    ${advice.length ? html`<span class="advice">★ ${advice.length > 2 ? advice.length : advice.join(", ")}</span>` : nothing}
    ${votes || mine ? html`<span class="advice">${mine ? word("ui.your-vote") : word("ui.votes", { n: votes })}</span>` : nothing}
    ${busy ? html`<span class="spinner"></span>` : nothing}
  </button></li>`;
}

/** An option in sentences: what it is, what it does, who wants it. @param {Table} t @param {Option} option */
function spoken(t, option) {
  const advice = t.advisersOf(option.id), votes = t.tally(option.id);
  const parts = [t.optionLabel(option), t.spoken(option), option.irreversible ? word("ui.irreversible") : "", advice.length ? `${advice.join(", ")} ${word("ui.suggested", { n: advice.length })}` : "", votes ? word("ui.votes", { n: votes }) : "", t.votedFor(option.id) ? word("ui.your-vote") : "", t.answering?.option === option.id ? word("ui.sending") : ""];
  return parts.filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". ");
}

/** @param {Table} t @param {Decision} decision */
function blocked(t, { blocked = [] }) {
  if (!blocked.length) return nothing;
  return html`<details class="blocked"><summary>${word("ui.why-not", { n: blocked.length })}</summary><ul>
    ${blocked.map((one) => html`<li>${t.optionLabel({ ...one, id: one.id ?? one.key ?? "" })}: ${word(one.reason ?? one.why ?? "ui.not-now", one.args, t.names.of)}</li>`)}</ul></details>`;
}

/** Taking back, asking the advisors. @param {Table} t */
export function actions(t) {
  if (!t.mayAnswer) return nothing;
  const undo = t.view.undo, rule = RULES[t.view.decision?.kind ?? ""];
  return html`<p class="actions">
    ${undo ? html`<button type="button" class="small" aria-disabled=${!undo.can} title=${undo.can ? "" : t.undoReason()} @click=${() => t.undo()}>${word("ui.undo")} <kbd aria-hidden="true">z</kbd></button>
      <small>${undo.can ? t.undoWhat() : t.undoReason()}</small>` : nothing}
    ${t.advisers && !t.vote ? html`<button type="button" class="small" @click=${() => t.openVote()}>${word("ui.ask-vote")}</button>` : nothing}
    ${rule ? html`<button type="button" class="link" @click=${() => t.openRule(`rule.${rule}`)}>${word("ui.rule")}</button>` : nothing}
  </p>`;
}

/** @param {Table} t */
function catchingUp(t) {
  return html`<section class="decision quiet" aria-labelledby="question"><h2 id="question" tabindex="-1">${word(`phase.${t.view.phase}`)}</h2>
    ${rolled(t.frame.facts)}
    <p aria-hidden="true">${t.lines(t.frame).map((line) => html`${capital(line.text)} `)}</p>
    <p class="actions"><button type="button" class="small" @click=${() => t.skip()}>${word("ui.skip")} <kbd aria-hidden="true">${word("ui.space-key")}</kbd></button><small>${word("ui.still-to-come", { n: t.timeline.behind })}</small></p></section>`;
}

/** @param {Table} t */
function lookingBack(t) {
  const waiting = t.head?.decision && t.mayAnswer;
  return html`<section class="decision quiet back ${waiting ? "blink" : ""}" aria-labelledby="question"><h2 id="question" tabindex="-1">${t.replaying ? word(`phase.${t.view.phase}`) : word("ui.looking-back", { turn: t.view.turn })}</h2>
    ${rolled(t.frame.facts)}
    <p>${t.lines(t.frame).slice(-TOLD).map((line) => html`${capital(line.text)} `)}</p>
    ${t.replaying ? nothing : html`<p class="actions"><button type="button" class="small" @click=${() => t.skip()}>${word("ui.back-to-now")} <kbd aria-hidden="true">${word("ui.end-key")}</kbd></button>
    ${waiting ? html`<small>${word("ui.decision-waits")}</small>` : nothing}</p>`}</section>`;
}

/** @param {Table} t */
function waiting(t) {
  const busy = t.view.deciding !== false;
  return html`<section class="decision quiet" aria-labelledby="question"><h2 id="question" tabindex="-1">${word(busy ? "ui.decides" : "ui.going-on", { name: t.playerName })}</h2>
    ${rolled(t.frame.facts)}${t.error ? html`<p class="error">${t.error}</p>` : nothing}${actions(t)}</section>`;
}

/** @param {Table} t */
function over(t) {
  const outcome = /** @type {{ won: boolean, why: string }} */ (t.view.outcome);
  return html`<section class="decision over ${outcome.won ? "won" : "lost"}" aria-labelledby="question"><h2 id="question" tabindex="-1">${word(outcome.won ? "ui.won" : "ui.lost")}</h2>
    <p>${word(`outcome.${outcome.why}`, {}, t.names.of)}</p><p class="actions"><a class="button" href=${`#/end/${t.game}`}>${word("ui.how-it-went")}</a>
    <a class="button" href=${`#/new/${t.view.game.killer}/${t.view.game.location}/${t.view.game.girl}`}>${word("ui.rematch")}</a></p></section>`;
}
