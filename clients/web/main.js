import { render, html } from "./vendor/lit-html/lit-html.js";
import * as http from "./protocol/http.js";
import { Speech } from "./speech.js";
import { applySettings, loadSettings, recall, remember } from "./settings.js";
import { useTexts, useWords, word } from "./words.js";
import { Names } from "./names.js";
import { homeScreen } from "./screens/home.js";
import { page } from "./screens/parts.js";

/** @typedef {import("./protocol/types").CreateGame} CreateGame @typedef {import("./protocol/types").GameSummary} GameSummary */
/** @typedef {{ game: string, token: string, killer: string, location: string, girl: string, extreme?: boolean, epic?: boolean, seed?: string, role?: string, when: number, turn?: number, won?: boolean, why?: string, saved?: number, health?: number }} Kept */

/** The page: which screen is open, what this browser knows, one painting for each animation frame at most. */
export class App {
  /** @param {HTMLElement} root @param {HTMLElement} region */
  constructor(root, region) {
    this.root = root;
    this.speech = new Speech(region);
    this.settings = loadSettings();
    /** @type {import("./protocol/view").Content | null} */
    this.content = null;
    this.names = new Names(null, null);
    /** Everything but the first page, once it is there. @type {typeof import("./later.js") | null} */
    this.later = null;
    /** @type {string[]} */
    this.path = [];
    /** @type {import("./table.js").Table | null} */
    this.table = null;
    /** @type {import("./replay.js").Replay | null} */
    this.replay = null;
    /** @type {GameSummary[]} */
    this.live = [];
    /** @type {http.Achievement[]} */
    this.achievements = [];
    this.problem = "";
    /** @type {Partial<CreateGame>} */
    this.setup = recall("setup", {});
    this.search = "";
    this.overlay = new URLSearchParams(location.search).has("overlay");
    this.dirty = false;
    this.title = "";
  }

  async start() {
    applySettings(this.settings);
    this.root.replaceChildren();
    addEventListener("hashchange", () => this.route());
    addEventListener("pagehide", () => this.table?.keep());
    addEventListener("resize", () => this.invalidate());
    document.addEventListener("keydown", (event) => { if (this.onTable) this.later?.handleKey(/** @type {import("./table.js").Table} */ (this.shownTable), event, this.settings.keys); });
    const content = http.content().catch(() => null), home = /^#?\/?(home)?$/.test(location.hash);
    if (!home) fetchLater();
    await this.loadWords();
    this.route();
    performance.mark("ready");
    fetchLater();
    this.loadTexts();
    this.later = await import("./later.js");
    if (!this.atHome) this.route();
    this.useContent(await content);
  }

  /** @param {import("./protocol/view").Content | null} content */
  useContent(content) {
    this.content = content;
    this.names = new Names(content, null);
    this.table?.reword();
    this.replay?.table.reword();
    this.invalidate();
  }

  async loadWords() {
    const english = await http.words("en"), other = this.settings.language === "en" ? english : await http.words(this.settings.language).catch(() => english);
    useWords(other, english);
  }

  /** The prose of the cards in another language; nothing waits for it. */
  async loadTexts() {
    useTexts(this.settings.language === "en" ? {} : await http.words(`${this.settings.language}.texts`).catch(() => ({})));
    this.invalidate();
  }

  get screen() { return this.path[0] ?? ""; }
  get atHome() { return this.screen === "" || this.screen === "home"; }
  get onTable() { return ["table", "watch", "replay"].includes(this.screen) && this.shownTable?.frame; }
  get shownTable() { return this.screen === "replay" ? this.replay?.table ?? null : this.table; }

  route() {
    this.path = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
    this.problem = "";
    const [screen, game, token = ""] = this.path;
    if (!this.atHome && !this.later) return this.invalidate();
    if (screen === "table" || screen === "watch") this.open(game, token);
    else this.leave();
    if (screen === "replay") this.openReplay(game, Number(token || 0));
    if (this.atHome) this.refreshLive();
    if (screen === "profile") this.judge();
    this.invalidate();
    requestAnimationFrame(() => requestAnimationFrame(() => { if (screen !== "table") document.querySelector("h1")?.focus(); }));
  }

  /** @param {string} game @param {string} token */
  open(game, token) {
    const kept = this.kept(game), key = token || kept?.token || "";
    if (this.table?.game === game && (!token || this.table.token === token)) return;
    this.leave();
    if (!this.later) return;
    this.table = new this.later.Table(this, game);
    this.table.token = key;
    if (token) this.keep({ ...(kept ?? { killer: "", location: "", girl: "", when: Date.now() }), game, token });
    this.table.onView = (view) => this.noted(game, view);
    this.table.join(key, this.settings.name);
    // The token stays in this browser's memory, not in the address bar: it would be seen in every screenshot.
    if (token) history.replaceState(null, "", `#/${this.path[0]}/${game}`);
  }

  leave() {
    this.table?.close();
    this.table = null;
  }

  /** @param {string} game @param {number} at */
  openReplay(game, at) {
    if (this.replay?.game === game) return this.replay.go(at);
    if (!this.later) return;
    this.replay = new this.later.Replay(this, game);
    this.replay.load(this.kept(game)?.token ?? "", at).catch((error) => this.fail(error));
  }

  /** @param {unknown} error */
  fail(error) {
    this.problem = word(`error.${error instanceof http.Refused ? error.code : "network"}`);
    this.speech.say(this.problem, 6);
    this.invalidate();
  }

  // --- games of this browser

  /** @returns {Kept[]} */
  get games() { return recall("games", []); }
  /** @param {string} game */
  kept(game) { return this.games.find((one) => one.game === game); }
  /** @param {Kept} game */
  keep(game) { remember("games", [game, ...this.games.filter((one) => one.game !== game.game)].slice(0, 300)); }
  /** @param {string} game */
  forget(game) {
    remember("games", this.games.filter((one) => one.game !== game));
    this.invalidate();
  }

  /** What the profile remembers of a game. @param {string} game @param {import("./protocol/view").View} view */
  noted(game, view) {
    const kept = this.kept(game);
    if (!kept || (kept.turn === view.turn && kept.role === view.role && !view.outcome) || kept.won !== undefined) return;
    const { killer, location, girl, extreme, epic } = view.game;
    this.keep({ ...kept, killer, location, girl, extreme, epic, role: view.role, turn: view.turn, saved: view.saved, health: view.girl.health, ...(view.outcome ? { won: view.outcome.won, why: view.outcome.why } : {}) });
  }

  async refreshLive() {
    this.live = (await http.watchable().catch(() => ({ games: [] }))).games;
    this.invalidate();
  }

  /** What the newest finished games of this browser have earned, oldest first. */
  async judge() {
    const done = this.games.filter(({ won, token }) => won !== undefined && token).slice(0, 40).reverse();
    this.achievements = await http.achievements(done.map(({ game, token }) => ({ game, token }))).catch(() => []);
    this.invalidate();
  }

  /** @param {CreateGame} setup */
  async create(setup) {
    try {
      const made = await http.createGame(setup);
      remember("setup", setup);
      this.#sitDown(setup, made);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Go on from the picture that a replay shows, as a new game. @param {import("./replay.js").Replay} replay */
  async branch(replay) {
    try {
      const { killer, location: place, girl, extreme, epic } = replay.table.view.game;
      this.#sitDown({ killer, location: place, girl, extreme, epic }, await http.branchGame(replay.game, replay.token, replay.entry));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {CreateGame} setup @param {import("./protocol/types").Created} made */
  #sitDown(setup, made) {
    this.keep({ ...setup, seed: setup.seed ?? undefined, game: made.game, token: made.token, when: Date.now() });
    remember(`links.${made.game}`, made.links);
    location.hash = `#/table/${made.game}`;
  }

  // --- settings and painting

  /** @param {Partial<import("./settings.js").Settings>} change */
  async saveSettings(change) {
    this.settings = { ...this.settings, ...change };
    remember("settings", this.settings);
    applySettings(this.settings);
    if (change.language) {
      await this.loadWords();
      this.loadTexts();
      this.names = new Names(this.content, null);
      this.table?.reword();
    }
    this.invalidate();
  }

  invalidate = () => {
    if (this.dirty) return;
    this.dirty = true;
    requestAnimationFrame(() => this.paint());
  };

  paint() {
    this.dirty = false;
    const screen = this.later?.SCREENS[this.screen] ?? (this.atHome || this.later ? homeScreen : loadingScreen);
    document.body.className = `${["table", "watch", "replay"].includes(this.screen) ? "at-table" : "at-page"} ${this.overlay ? "overlay" : ""}`;
    render(html`${screen(this)}`, this.root);
    this.shownTable?.painted();
    this.#title();
  }

  #title() {
    const mine = this.table?.atHead && this.table.mayAnswer, name = this.screen ? word(`screen.${this.screen}`) : "";
    const title = `${mine ? `● ${word("ui.your-move")} – ` : ""}${name ? `${name} – ` : ""}Last Reel`;
    if (title !== this.title) document.title = this.title = title;
  }
}

/** Fetch the modules of the other screens, which the server lists in the page, all at once. */
const fetchLater = () => document.querySelectorAll('link[rel="later"]').forEach((link) => link.setAttribute("rel", "modulepreload"));

/** @param {App} app */
const loadingScreen = (app) => page(app, word(`screen.${app.screen}`), html`<p class="note">${word("ui.loading")}</p>`);

const app = new App(/** @type {HTMLElement} */ (document.getElementById("app")), /** @type {HTMLElement} */ (document.getElementById("speech")));
app.start();
