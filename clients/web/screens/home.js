import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";
import { page, pairing } from "./parts.js";

/** @typedef {import("../main.js").App} App */

/** Today's setup: the same for everybody, from the date alone. @param {App} app */
export function daily(app) {
  const day = new Date().toISOString().slice(0, 10), number = Math.floor(Date.now() / 86_400_000), pick = (/** @type {Record<string, unknown>} */ all, /** @type {number} */ step) => Object.keys(all).sort()[Math.floor(number / step) % Math.max(1, Object.keys(all).length)] ?? "";
  const { killers = {}, locations = {}, girls = {} } = app.content ?? {};
  return { killer: pick(killers, 1), location: pick(locations, 1), girl: pick(girls, 1), seed: `daily-${day}` };
}

/** @param {App} app */
export function homeScreen(app) {
  const running = app.games.filter(({ won, killer }) => won === undefined && killer).slice(0, 6), finished = app.games.filter(({ won }) => won !== undefined).slice(0, 5), today = daily(app), played = app.games.some(({ seed }) => seed === today.seed);
  return page(app, word("ui.welcome"), html`
    <div class="columns">
      <section aria-labelledby="h-play"><h2 id="h-play">${word("ui.play")}</h2>
        <p><a class="button big" href="#/new">${word("screen.new")}</a></p>
        ${today.killer ? html`<div class="tile"><h3>${word("ui.daily")} ${played ? html`<span class="tag good">${word("ui.played")}</span>` : nothing}</h3><p>${pairing(app, today)}</p><button type="button" class="button" @click=${() => app.create({ ...today, extreme: false, epic: false, watchable: true })}>${word("ui.play-daily")}</button></div>` : nothing}
        ${running.length ? html`<h3>${word("ui.continue")}</h3><ul class="games">${running.map((game) => html`<li><a class="tile" href=${`#/table/${game.game}`}>${pairing(app, game)}<small>${word("ui.turn", { turn: game.turn ?? 1 })}${game.health === undefined ? "" : ` · ♥ ${game.health}`}</small></a></li>`)}</ul>` : nothing}
      </section>
      <section aria-labelledby="h-watch"><h2 id="h-watch">${word("ui.watch-live")}</h2>
        ${app.live.length ? html`<ul class="games">${app.live.map((game) => html`<li><a class="tile" href=${game.over ? `#/replay/${game.game}` : `#/watch/${game.game}`}>${pairing(app, game)}<small>${word("ui.turn", { turn: game.turn })} · ${game.over ? word("ui.over") : word("ui.watching", { n: game.watching })}</small></a></li>`)}</ul>` : html`<p class="note">${word("ui.nobody-plays")}</p>`}
        <button type="button" class="small" @click=${() => app.refreshLive()}>${word("ui.refresh")}</button></section>
      <section aria-labelledby="h-replays"><h2 id="h-replays">${word("ui.replays")}</h2>
        ${finished.length ? html`<ul class="games">${finished.map((game) => html`<li><a class="tile" href=${`#/replay/${game.game}`}>${pairing(app, game)}<small>${word(game.won ? "ui.won" : "ui.lost")}</small></a></li>`)}</ul>` : html`<p class="note">${word("ui.no-replays")}</p>`}</section>
    </div>`);
}
