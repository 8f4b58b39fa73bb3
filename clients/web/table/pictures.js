import * as http from "../protocol/http.js";
import { Timeline } from "../protocol/timeline.js";
import { Names, base } from "../names.js";
import { capital, has, prose, word } from "../words.js";
import { play } from "../sound.js";
import { recall, reduced } from "../settings.js";
import { arranged } from "./tiles.js";
import { prepare } from "./layout.js";
import { lines } from "./lines.js";
import { optionKey } from "./choices.js";
import { asItIs, describe } from "./board.js";

/** @typedef {import("../protocol/view").View} View @typedef {import("../protocol/view").Option} Option @typedef {import("../protocol/view").Decision} Decision @typedef {import("../protocol/view").Frame} Frame @typedef {import("../protocol/view").Fact} Fact */
/** @typedef {import("./lines.js").Line} Line @typedef {import("./layout.js").Board} Board */
/** @typedef {{ focus: string, hot: string | null, hotTargets: Set<string>, sheet: string | null, card: string | null, rule: string | null, people: boolean, help: boolean, tab: string, side: string, muted: Set<string> }} Ui */
/** @typedef {{ content: import("../protocol/view").Content | null, settings: import("../settings.js").Settings, speech: import("../speech.js").Speech, invalidate: () => void, saveSettings: (change: Partial<import("../settings.js").Settings>) => void }} App */

const TALL = matchMedia("(max-aspect-ratio: 1/1), (max-width: 700px)");

/** A table's pictures and the words for them: where the cursor is, what is told, what things are called. */
export class Pictures {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    /** @type {(view: View) => void} */
    this.onView = () => {};
    this.timeline = new Timeline(() => this.#moved());
    this.names = new Names(app.content, null);
    /** @type {{ status: import("../protocol/link.js").Status, why: string, since: number }} */
    this.line = { status: "connecting", why: "", since: Date.now() };
    /** @type {Ui} */
    this.ui = { focus: "", hot: null, hotTargets: new Set(), sheet: null, card: null, rule: null, people: false, help: false, tab: "decide", side: "log", muted: new Set() };
    /** @type {Record<"wide" | "tall" | "square", import("./layout.js").Board> | null} */
    this.boards = null;
    this.role = "spectator";
    this.person = "";
    this.host = false;
    this.seat = false;
    this.replaying = false;
    /** @type {import("../protocol/types").People | null} */
    this.people = null;
    /** @type {import("../protocol/types").Advice | null} */
    this.advice = null;
    /** This advisor's own ballot: the decision and the option. */
    this.ballot = "";
    /** @type {{ n: number, at: string, name: string }[]} */
    this.pings = [];
    /** @type {{ n: number, person: string, name: string, role: string, text: string }[]} */
    this.chat = [];
    this.unread = 0;
    /** @type {{ id: string, option: string, decision: string } | null} */
    this.answering = null;
    this.error = "";
    /** @type {Record<string, string>} */
    this.links = {};
    /** @type {WeakMap<Frame, Line[]>} */
    this.written = new WeakMap();
    this.told = -1;
    this.counted = 0;
    this.asked = "";
    this.pinned = true;
    /** @type {Promise<void> | undefined} */
    this.asking = undefined;
    this.links = recall(`links.${game}`, {});
    for (const role of Object.keys(this.links)) this.links[role] = new URL(this.links[role], location.origin).href;
  }

  // --- pictures

  /** @param {View} view @param {Fact[]} facts @param {number} version @param {boolean} whole */
  receive(view, facts, version, whole) {
    this.names.game = view.game;
    if (!this.asking) this.#fetchBoard(view.game.location);
    this.timeline.speed = reduced(this.app.settings) ? 0 : this.app.settings.speed;
    if (this.answering && view.decision?.id !== this.answering.decision) this.answering = null;
    this.timeline.push(view, facts, version, whole);
    this.onView(view);
  }

  /** @param {string} location */
  #fetchBoard(location) {
    this.asking = Promise.all([http.art(location).catch(() => null), http.graph(location)]).then(([art, graph]) => this.useBoard(art, graph), () => { this.asking = undefined; });
  }

  /** The cursor stands elsewhere, or something came: tell what has not been told yet. */
  #moved() {
    const { timeline } = this;
    if (!this.ui.focus && this.frame) this.ui.focus = this.view.girl.at ?? "";
    if (timeline.following) this.#tell();
    if (this.atHead) this.#ask();
    this.app.invalidate();
  }

  #tell() {
    const { timeline } = this, now = timeline.cursor + timeline.first, from = Math.max(this.told + 1, timeline.first);
    if (this.told >= 0 || this.replaying) {
      for (let i = from; i <= now; i++) this.#announce(timeline.frames[i - timeline.first]);
    }
    this.told = Math.max(this.told, now);
  }

  /** @param {Frame} frame */
  #announce(frame) {
    for (const line of this.lines(frame)) this.app.speech.say(line.text, line.weight);
    for (const { fact } of frame.facts) play(fact, this.app.settings.volume);
  }

  #ask() {
    const decision = this.view?.decision;
    if (!decision || decision.id === this.asked) return;
    this.asked = decision.id;
    this.error = "";
    if (!this.mayAnswer) return;
    play("decision", this.app.settings.volume);
    this.sayDecision();
    this.ui = { ...this.ui, sheet: null, tab: "decide" };
  }

  get frame() { return /** @type {Frame} */ (this.timeline.shown); }
  get view() { return this.frame?.view; }
  get head() { return this.timeline.frames[this.timeline.head]?.view; }
  get atHead() { return this.timeline.atHead; }
  get following() { return this.timeline.following; }
  get settings() { return this.app.settings; }
  get mayAnswer() { return this.seat && !this.replaying && Boolean(this.view?.decision); }
  get mayAdvise() { return this.role === "advisor" || (this.role === "player" && !this.seat); }
  /** The vote under way on the open decision. */
  get vote() { const vote = this.advice?.vote; return vote && !vote.tally && String(vote.request) === this.view?.decision?.id ? vote : null; }
  /** How many advise here now. */
  get advisers() { return Object.values(this.people?.people ?? {}).filter(({ role, here }) => role === "advisor" && here).length; }
  get playerName() { return Object.values(this.people?.people ?? {}).find(({ seat }) => seat)?.name || this.names.of("girl"); }

  /** @param {Frame} frame */
  lines(frame) {
    let found = this.written.get(frame);
    if (!found) this.written.set(frame, (found = lines(frame, this.names)));
    return found;
  }

  // --- words

  /** @param {Decision} decision */
  question({ kind, args = {} }) {
    return word(`decision.${kind}`, { ...args, time: args.time ?? this.view.girl.time }, this.names.of);
  }

  /** @param {Option} option */
  optionLabel(option) {
    const [verb, ...things] = option.id.split(":"), [a, b, c] = things, kind = this.view.decision?.kind ?? "", dice = this.view.decision?.args?.dice;
    if (verb === "line" && option.says?.length) return capital(this.names.lines(option.says));
    const args = { id: option.id, verb, a, b, c, ...option.args, ...(verb === "die" ? { face: dice?.[Number(a)] ?? "?", number: Number(a) + 1 } : {}) };
    for (const key of [`option.${kind}.${verb}`, a ? `option.${verb}.${base(a)}` : "", option.key ?? "", `option.${verb}`, `option.${kind}`]) if (key && has(key)) return word(key, args, this.names.of);
    return things.length ? `${this.names.of(verb)}: ${things.map((one) => this.names.of(one)).join(", ")}` : this.names.of(verb);
  }

  /** @param {Option} option */
  consequence(option) {
    if (option.id.startsWith("line:")) return "";
    const said = (option.says ?? []).map((one) => this.names.effect(one)).filter(Boolean).join(" · "), [verb, id] = option.id.split(":");
    const text = ["play", "buy", "use", "take", "keep", "equip"].includes(verb) && (!said || said.includes(word("effect.by-hand"))) && prose(this.card(id ?? "")?.text);
    return [said, text].filter(Boolean).join(" · ");
  }

  /** What an option does, for the ear. @param {Option} option */
  spoken(option) {
    const shown = this.consequence(option);
    const said = shown && option.says?.length ? this.names.spoken(option.says) : "";
    return said && !said.includes(word("effect.by-hand")) ? said : shown.replace(/★+/g, (stars) => word("ui.successes", { n: stars.length })).replace(/☆/g, word("ui.no-success"));
  }

  /** @param {string} space */
  describe(space) {
    const found = this.board?.spaces[space];
    return found ? describe(/** @type {any} */ (this), asItIs(/** @type {any} */ (this), found)) : this.names.of(space);
  }

  statusWords() {
    const { girl, killers } = this.view, dice = this.diceByHorror();
    const enemies = Object.entries(killers).map(([id, { health, status }]) => word("say.killer", { id, n: health, status: status ?? "up" }, this.names.of)).join(" ");
    return `${word("say.girl", { time: girl.time, horror: girl.horror, dice: dice?.[girl.horror] ?? "", health: girl.health })} ${enemies}`;
  }

  undoWhat() {
    const said = this.view.undo?.to;
    return said ? word("ui.undo-what") : "";
  }
  undoReason() { return word(this.view.undo?.why ?? "undo.nothing"); }

  // --- content

  /** @param {string} id */
  card(id) { return this.app.content?.cards[base(id)]; }

  diceByHorror() {
    const dice = this.view.game.extreme ? this.app.content?.rules?.dice_extreme : this.app.content?.rules?.dice;
    return Array.isArray(dice) ? /** @type {number[]} */ (dice) : null;
  }

  bloodlustRows() { return /** @type {any[]} */ (this.app.content?.killers[this.view.game.killer]?.track ?? []); }

  nextBloodlust() {
    const rows = this.bloodlustRows(), now = this.view.bloodlust?.row ?? 1, killer = this.app.content?.killers[this.view.game.killer];
    if (!rows.length) return "";
    const next = now >= rows.length ? { effect: killer?.beyond } : rows[now];
    return word("ui.next-bloodlust", { what: this.names.lines(next.effect) || word("ui.attack-move", { attack: next.attack, move: next.move }) }, String);
  }

  /** Successes of the roll that lies on the table. */
  lastSuccesses() {
    for (let i = this.timeline.cursor; i >= Math.max(0, this.timeline.cursor - 12); i--) {
      const roll = this.timeline.frames[i].facts.findLast(({ fact }) => fact === "Rolled");
      if (roll) return /** @type {number} */ (roll.successes);
    }
    return undefined;
  }

  /** @param {string} person */
  nameOf(person) { return this.people?.people[person]?.name || word("ui.somebody"); }

  sayDecision() {
    const decision = this.view?.decision;
    if (!decision) return;
    const question = this.question(decision), dice = Array.isArray(decision.args?.dice) ? ` ${word("say.dice", { dice: decision.args.dice })}` : "";
    this.app.speech.say(`${question}${/[.?!]$/.test(question) ? "" : "."}${dice} ${decision.options.map((option, i) => `${optionKey(i)}: ${this.optionLabel(option)}.`).join(" ")}`, 10);
  }
  sayLast() { this.app.speech.say(this.timeline.frames.slice(0, this.timeline.cursor + 1).flatMap((frame) => this.lines(frame)).at(-1)?.text ?? "", 9); }
  sayStatus() { this.app.speech.say(this.statusWords(), 9); }

  // --- board

  /** @param {import("../protocol/view").Art | null} art @param {import("../protocol/view").Graph} graph */
  useBoard(art, graph) {
    this.boards = { wide: prepare(art, graph, 0), tall: prepare(art, graph, 0.84), square: prepare(art, graph, 1.14) };
    this.names.graph = graph;
    this.reword();
    this.app.invalidate();
  }

  /** Other words from now on. */
  reword() {
    this.names = new Names(this.app.content, this.names.graph, this.view?.game ?? this.names.game);
    this.written = new WeakMap();
  }

  /** Upright screens get a tall board, widened so that a finger can hit its spaces; the more, the lower the screen. */
  get board() {
    const board = this.boards?.[!TALL.matches ? "wide" : innerHeight > 1.9 * innerWidth + 60 ? "tall" : "square"];
    return board && this.names.graph ? arranged(board, this.names.graph, this.view?.film?.tiles) : null;
  }

  /** The space a target stands for: itself, or where the piece is. @param {string} id @returns {string} */
  spaceOf(id) {
    if (this.board?.spaces[id]) return id;
    const { girl, killers, victims } = this.view, tokens = this.view.tokens ?? {};
    if (id === "girl") return girl.at ?? "";
    const at = killers[id]?.at ?? victims?.[id] ?? tokens[id];
    return at ?? (id.includes(":") ? this.spaceOf(id.slice(id.lastIndexOf(":") + 1)) : "");
  }
}
