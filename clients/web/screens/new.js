import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { prose, word } from "../words.js";
import { recall } from "../settings.js";
import { page, pairing } from "./parts.js";

/** @typedef {import("../main.js").App} App @typedef {import("../protocol/view").Named} Named */
/** @typedef {"killer" | "location" | "girl"} Part */

/** @param {App} app @returns {Record<Part, Record<string, Named>>} */
const choices = (app) => ({ killer: app.content?.killers ?? {}, location: app.content?.locations ?? {}, girl: app.content?.girls ?? {} });

/** The film that a newcomer is offered first. */
const FIRST = "intruders";

/** What is chosen, completed with the first of each. @param {App} app */
function setup(app) {
  const all = choices(app), [, killer, location, girl] = app.path, given = /** @type {Record<Part, string | undefined>} */ ({ killer, location, girl });
  const pick = (/** @type {Part} */ part, /** @type {string | undefined} */ otherwise) => [app.setup[part], given[part], otherwise].find((id) => id && all[part][id]) ?? Object.keys(all[part])[0] ?? "";
  const chosen = pick("killer", FIRST), { film } = all.killer[chosen] ?? {}, boxed = (/** @type {Part} */ part) => Object.values(all[part]).find((one) => one.film === film)?.id;
  return { killer: chosen, location: pick("location", boxed("location")), girl: pick("girl", boxed("girl")), extreme: app.setup.extreme ?? false, epic: app.setup.epic ?? false, seed: app.setup.seed || null, watchable: app.setup.watchable ?? true };
}

/** @param {App} app @param {Partial<import("../protocol/types").CreateGame>} change */
function change(app, change) {
  app.setup = { ...app.setup, ...change };
  app.invalidate();
}

/** @template T @param {T[]} list */
const any = (list) => list[crypto.getRandomValues(new Uint32Array(1))[0] % list.length];

/** @param {App} app @param {boolean} unplayed */
function randomSetup(app, unplayed) {
  const all = choices(app), pairs = Object.keys(all.killer).flatMap((killer) => Object.keys(all.location).map((location) => ({ killer, location })));
  const fresh = pairs.filter(({ killer, location }) => !app.games.some((game) => game.killer === killer && game.location === location && game.won !== undefined));
  change(app, { ...any(unplayed && fresh.length ? fresh : pairs), girl: any(Object.keys(all.girl)) });
}

/** Killer and location of one film, as they come in one box. @param {App} app @param {string} killer */
function asBoxed(app, killer) {
  const film = app.content?.killers[killer]?.film, location = Object.values(app.content?.locations ?? {}).find((one) => one.film === film), girls = Object.values(app.content?.girls ?? {}).filter((one) => one.film === film);
  change(app, { killer, location: location?.id ?? "", girl: girls[0]?.id ?? "" });
}

/** Games of this browser with a part: how many and won. @param {App} app @param {Part} part @param {string} id */
function played(app, part, id) {
  const games = app.games.filter((game) => game[part] === id && game.won !== undefined);
  return games.length ? word("ui.won-of", { won: games.filter(({ won }) => won).length, n: games.length }) : word("ui.not-played");
}

/** @param {App} app @param {Part} part @param {string} chosen */
function picker(app, part, chosen) {
  return html`<fieldset class="picker"><legend>${word(`ui.${part}`)}</legend><div class="choices">${Object.values(choices(app)[part]).map((one) => html`<label class="choice"><input type="radio" name=${part} value=${one.id} .checked=${one.id === chosen} @change=${() => change(app, { [part]: one.id })}>
    <span><b>${one.name}</b><small>${facts(app, part, one)}</small><small>${played(app, part, one.id)}</small></span></label>`)}</div></fieldset>`;
}

/** @param {App} app @param {Part} part @param {Named} one */
function facts(app, part, one) {
  if (part === "killer") return one.bodies ? `♥ ${one.bodies.map((/** @type {any} */ body) => body.health).join(" + ")}` : "";
  if (part === "girl") return `♥ ${one.health ?? "?"} · ${word("ui.saves", { n: one.places?.length ?? 0 })}`;
  return one.item_decks ? word("ui.searches", { n: one.item_decks.length }) : "";
}

/** What is special about those chosen. @param {App} app @param {Record<Part, string>} now */
function about(app, now) {
  const all = choices(app), told = /** @type {Part[]} */ (["killer", "location", "girl"]).map((part) => all[part][now[part]]).filter(Boolean);
  return html`<dl class="about">${told.map((one) => html`<dt>${one.name}</dt><dd>${one.ultimate ? html`<b>${word("ui.ultimate")}:</b> ` : nothing}${prose(one.ultimate || one.text) || "–"}</dd>`)}</dl>`;
}

/** @param {App} app */
export function newScreen(app) {
  if (!app.content) return page(app, word("screen.new"), html`<p class="note">${word("ui.loading")}</p>`);
  const now = setup(app), last = recall("setup", /** @type {any} */ (null)), tick = (/** @type {"extreme" | "epic" | "watchable"} */ key) => html`<label class="tick"><input type="checkbox" .checked=${Boolean(now[key])} @change=${(/** @type {Event} */ e) => change(app, { [key]: /** @type {HTMLInputElement} */ (e.target).checked })}> <span><b>${word(`ui.${key}`)}</b><small>${word(`ui.${key}-means`)}</small></span></label>`;
  return page(app, word("screen.new"), html`<form class="new" @submit=${(/** @type {Event} */ e) => { e.preventDefault(); app.create(now); }}>
    <p class="actions"><button type="button" class="small" @click=${() => asBoxed(app, now.killer)}>${word("ui.as-boxed")}</button><button type="button" class="small" @click=${() => randomSetup(app, false)}>${word("ui.random")}</button><button type="button" class="small" @click=${() => randomSetup(app, true)}>${word("ui.random-unplayed")}</button>
      ${last?.killer ? html`<button type="button" class="small" @click=${() => app.create(last)}>${word("ui.last-setup")}</button>` : nothing}</p>
    ${picker(app, "killer", now.killer)}${picker(app, "location", now.location)}${picker(app, "girl", now.girl)}${about(app, now)}
    <fieldset class="picker"><legend>${word("ui.more-options")}</legend>${tick("extreme")}${tick("epic")}${tick("watchable")}
      <label>${word("ui.seed")} <input maxlength="64" .value=${now.seed ?? ""} placeholder=${word("ui.seed-means")} @input=${(/** @type {Event} */ e) => change(app, { seed: /** @type {HTMLInputElement} */ (e.target).value || null })}></label>
      <label>${word("ui.your-name")} <input maxlength="40" .value=${app.settings.name} @change=${(/** @type {Event} */ e) => app.saveSettings({ name: /** @type {HTMLInputElement} */ (e.target).value })}></label></fieldset>
    <p class="go"><span>${pairing(app, now)}</span><button type="submit" class="button big">${word("ui.start")}</button></p>
    <p class="note">${word("ui.provenance-note")}</p></form>`);
}
