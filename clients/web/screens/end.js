import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";
import { page, pairing } from "./parts.js";

/** @typedef {import("../main.js").App} App */

const TURNING = new Set(["VictimDied", "VictimSaved", "TokenRevealed", "FinaleRevealed", "DarkPowerRevealed", "UltimateReached"]);

/** How a game went: outcome, figures, turning points linked into the replay. @param {App} app */
export function endScreen(app) {
  const game = app.path[1] ?? "", kept = app.kept(game), replay = app.replay?.game === game ? app.replay : null;
  if (!replay) app.openReplay(game, 0);
  const t = replay?.table, view = t?.head, outcome = view?.outcome ?? (kept?.won === undefined ? undefined : { won: kept.won, why: kept.why ?? "" });
  const setup = view?.game ?? kept, points = t ? t.timeline.frames.flatMap((frame, i) => (frame.facts.some(({ fact }) => TURNING.has(fact)) ? [{ i, frame }] : [])) : [];
  return page(app, outcome ? word(outcome.won ? "ui.won" : "ui.lost") : word("screen.end"), html`
    ${setup ? html`<p>${pairing(app, setup)}</p>` : nothing}
    ${outcome?.why ? html`<p>${word(`outcome.${outcome.why}`, {}, app.names.of)}</p>` : nothing}
    ${view ? html`<ul class="figures"><li><b>${view.turn}</b> ${word("ui.turns", { n: view.turn })}</li><li><b>${view.saved ?? 0}</b> ${word("ui.victims-saved", { n: view.saved ?? 0 })}</li><li><b>${view.dead ?? 0}</b> ${word("ui.victims-dead", { n: view.dead ?? 0 })}</li><li><b>${view.girl.health}</b> ${word("ui.health-left")}</li></ul>` : nothing}
    <p class="actions"><a class="button" href=${`#/replay/${game}`}>${word("ui.watch-replay")}</a>${setup ? html`<a class="button" href=${`#/new/${setup.killer}/${setup.location}/${setup.girl}`} @click=${() => { app.setup = {}; }}>${word("ui.rematch")}</a>` : nothing}
      ${view?.outcome ? html`<a class="button" href=${`/api/games/${game}/record`} download>${word("ui.save-record")}</a>` : nothing}
      <button type="button" class="button" @click=${() => navigator.clipboard?.writeText(`${location.origin}/#/replay/${game}`).catch(() => {})}>${word("ui.share")}</button></p>
    ${t && points.length ? html`<section aria-labelledby="h-points"><h2 id="h-points">${word("ui.turning-points")}</h2><ol class="points">${points.map(({ i, frame }) => html`<li><a href=${`#/replay/${game}/${i}`}>${word("ui.turn", { turn: frame.view.turn })}: ${t.lines(frame).filter(({ kind }) => TURNING.has(kind)).map(({ text }) => text).join(" ")}</a></li>`)}</ol></section>` : nothing}`);
}
