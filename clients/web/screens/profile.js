import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { prose, word } from "../words.js";
import { download, page, pairing } from "./parts.js";

/** @typedef {import("../main.js").App} App @typedef {import("../main.js").Kept} Kept */

/** @param {Kept[]} games */
const score = (games) => ({ won: games.filter(({ won }) => won).length, n: games.length });

/** The longest run of games won, newest first. @param {Kept[]} games */
function streaks(games) {
  let run = 0, best = 0;
  for (const { won } of games) best = Math.max(best, (run = won ? run + 1 : 0));
  const lost = games.findIndex(({ won }) => !won);
  return { now: lost < 0 ? games.length : lost, best };
}

/** Killer by location: won of played. @param {App} app @param {Kept[]} games */
function matrix(app, games) {
  const killers = Object.keys(app.content?.killers ?? {}), locations = Object.keys(app.content?.locations ?? {});
  return html`<div class="wide" tabindex="0" role="group" aria-label=${word("ui.matrix")}><table class="matrix"><caption>${word("ui.matrix")}</caption><thead><tr><td></td>${locations.map((id) => html`<th scope="col">${app.names.of(id)}</th>`)}</tr></thead><tbody>
    ${killers.map((killer) => html`<tr><th scope="row">${app.names.of(killer)}</th>${locations.map((location) => cell(games.filter((game) => game.killer === killer && game.location === location)))}</tr>`)}</tbody></table></div>`;
}

/** @param {Kept[]} games */
function cell(games) {
  const { won, n } = score(games);
  return html`<td class=${n ? "played" : ""}>${n ? html`<b>${Math.round((100 * won) / n)} %</b> <small>${won}/${n}</small>` : "–"}</td>`;
}

/** Achievements by Killer and Location, with progress. @param {App} app */
function achievements(app) {
  const halves = [...new Set(app.achievements.map(({ half }) => half))];
  if (!halves.length) return nothing;
  return html`<section aria-labelledby="h-achievements"><h2 id="h-achievements">${word("ui.achievements")}</h2><div class="columns">${halves.map((half) => {
    const all = app.achievements.filter((one) => one.half === half), done = all.filter(({ games }) => games.length).length;
    return html`<details class="tile"><summary><b>${app.names.of(half)}</b> <small>${done}/${all.length}</small><progress max=${all.length} value=${done} aria-label=${word("ui.achieved", { half, done, n: all.length }, app.names.of)}></progress></summary>
      <ul class="achievements">${all.map(({ text, games }) => html`<li class=${games.length ? "done" : ""}>${games.length ? html`<a href=${`#/replay/${games[0]}`}>★ ${prose(text)}</a>` : html`☆ ${prose(text)}`}</li>`)}</ul></details>`;
  })}</div></section>`;
}

/** @param {App} app */
export function profileScreen(app) {
  const mine = app.games.filter(({ role, killer }) => killer && role !== "spectator"), done = mine.filter(({ won }) => won !== undefined), { won, n } = score(done), { now, best } = streaks(done), saved = done.reduce((sum, game) => sum + (game.saved ?? 0), 0);
  return page(app, word("screen.profile"), html`
    <p class="note">${word("ui.profile-note")}</p>
    <ul class="figures"><li><b>${n}</b> ${word("ui.games-finished", { n })}</li><li><b>${won}</b> ${word("ui.games-won")}</li><li><b>${now}</b> ${word("ui.streak")}</li><li><b>${best}</b> ${word("ui.best-streak")}</li><li><b>${saved}</b> ${word("ui.victims-saved", { n: saved })}</li></ul>
    ${matrix(app, done)}
    ${achievements(app)}
    <section aria-labelledby="h-history"><h2 id="h-history">${word("ui.history")}</h2>
    ${mine.length ? html`<ul class="games">${mine.map((game) => html`<li class="tile"><a href=${game.won === undefined ? `#/table/${game.game}` : `#/replay/${game.game}`}>${pairing(app, game)}</a>
      <small>${new Date(game.when).toLocaleDateString(app.settings.language)} · ${game.won === undefined ? word("ui.turn", { turn: game.turn ?? 1 }) : `${word(game.won ? "ui.won" : "ui.lost")}${game.why ? ` – ${word(`outcome.${game.why}`, {}, app.names.of)}` : ""}`}</small>
      <button type="button" class="small" @click=${() => app.forget(game.game)} aria-label=${word("ui.forget-game", { game: game.game })}>${word("ui.forget")}</button></li>`)}</ul>` : html`<p class="note">${word("ui.no-games")}</p>`}</section>
    ${mine.length ? html`<p class="actions"><button type="button" class="small" @click=${() => download("lastreel-profile.json", JSON.stringify(mine.map(({ token, ...game }) => game), null, 1))}>${word("ui.export")}</button></p>` : nothing}`);
}
