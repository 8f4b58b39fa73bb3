import * as http from "./protocol/http.js";
import { Link } from "./protocol/link.js";
import { Timeline } from "./protocol/timeline.js";
import { Names, base } from "./names.js";
import { prepare, neighbour } from "./table/layout.js";
import { lines } from "./table/lines.js";
import { choices, optionKey, targetSpaces } from "./table/choices.js";
import { describe } from "./table/board.js";
import { piecesOf } from "./table/pieces.js";
import { PanZoom } from "./table/panzoom.js";
import { has, word } from "./words.js";
import { play } from "./sound.js";
import { recall, reduced, remember } from "./settings.js";

/** @typedef {import("./protocol/view").View} View @typedef {import("./protocol/view").Option} Option @typedef {import("./protocol/view").Decision} Decision @typedef {import("./protocol/view").Frame} Frame @typedef {import("./protocol/view").Fact} Fact */
/** @typedef {import("./table/lines.js").Line} Line @typedef {import("./protocol/types").ToClient} ToClient */
/** @typedef {{ focus: string, hot: string | null, hotTargets: Set<string>, sheet: string | null, card: string | null, rule: string | null, people: boolean, help: boolean, tab: string, side: string, muted: Set<string> }} Ui */
/** @typedef {{ content: import("./protocol/view").Content | null, settings: import("./settings.js").Settings, speech: import("./speech.js").Speech, invalidate: () => void, saveSettings: (change: Partial<import("./settings.js").Settings>) => void }} App */

const TALL = matchMedia("(max-aspect-ratio: 1/1), (max-width: 700px)");

/** One table as this browser sees it: what came over the link, where the cursor is, and what is open on the screen. */
export class Table {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.token = "";
    this.invited = "";
    /** @type {(view: View) => void} */
    this.onView = () => {};
    this.timeline = new Timeline(() => this.#moved());
    this.names = new Names(app.content, null);
    /** @type {Link | null} */
    this.link = null;
    /** @type {{ status: import("./protocol/link.js").Status, why: string, since: number }} */
    this.line = { status: "connecting", why: "", since: Date.now() };
    /** @type {Ui} */
    this.ui = { focus: "", hot: null, hotTargets: new Set(), sheet: null, card: null, rule: null, people: false, help: false, tab: "decide", side: "log", muted: new Set() };
    /** @type {Record<"wide" | "tall" | "square", import("./table/layout.js").Board> | null} */
    this.boards = null;
    this.role = "spectator";
    this.person = "";
    this.host = false;
    this.seat = false;
    this.replaying = false;
    /** @type {import("./protocol/types").People | null} */
    this.people = null;
    /** @type {import("./protocol/types").Advice | null} */
    this.advice = null;
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
    /** @type {PanZoom | null} */
    this.zoomer = null;
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

  // --- the line

  /** @param {string} token @param {string} name */
  join(token, name) {
    const kept = recall(`person.${this.game}`, ""), resumed = this.#restore();
    this.link = new Link(this.game, { token, name, person: kept, stand: resumed }, {
      status: (status, why) => this.#line(status, why),
      view: (view, facts, version, whole) => this.receive(view, facts, version, whole),
      message: (message) => this.#message(message),
    });
  }

  close() {
    this.#keep();
    this.timeline.stop();
    this.link?.close();
  }

  /** Keep the last pictures for the time when this page is loaded again. */
  #keep() {
    const stand = this.link?.stand;
    if (!stand?.view) return;
    const facts = this.timeline.frames.slice(-400).filter(({ facts }) => facts.length).map(({ facts, version }) => ({ facts, version }));
    try {
      sessionStorage.setItem(`lastreel.stand.${this.game}`, JSON.stringify({ stand, facts }));
    } catch { /* too much to keep */ }
  }

  keep() { this.#keep(); }

  #restore() {
    try {
      const { stand, facts } = JSON.parse(sessionStorage.getItem(`lastreel.stand.${this.game}`) ?? "null") ?? {};
      if (!stand?.view) return undefined;
      for (const one of facts) this.timeline.frames.push({ version: one.version, view: stand.view, facts: one.facts, whole: false });
      this.receive(stand.view, [], stand.version, true);
      return stand;
    } catch {
      return undefined;
    }
  }

  /** @param {import("./protocol/link.js").Status} status @param {string} why */
  #line(status, why) {
    const before = this.line;
    if (before.status === status && before.why === why) return;
    const since = status === "live" || before.status === "live" ? Date.now() : before.since;
    this.line = { status, why, since };
    setTimeout(() => {
      if (this.line.status !== status || before.status === "connecting" && status === "live" && !before.why) return;
      this.app.speech.say(word(`line.${status}`), 5);
    }, status === "live" ? 0 : 2_000);
    this.app.invalidate();
  }

  /** @param {ToClient} message */
  #message(message) {
    if (message.type === "welcome") this.#welcome(message);
    else if (message.type === "people") this.people = message;
    else if (message.type === "advice") this.advice = message;
    else if (message.type === "pinged") this.#pinged(message);
    else if (message.type === "said") this.#said(message);
    else if (message.type === "error") this.#refused(message);
    else if (message.type === "ack") this.#done(message);
    this.app.invalidate();
  }

  /** @param {import("./protocol/types").Welcome} message */
  #welcome({ role, person, secret, host, seat }) {
    Object.assign(this, { role, person, host, seat });
    remember(`person.${this.game}`, secret);
  }

  /** @param {import("./protocol/types").Pinged} message */
  #pinged({ person, at }) {
    if (this.ui.muted.has(person)) return;
    const ping = { n: ++this.counted, at, name: this.nameOf(person) };
    this.pings = [...this.pings, ping];
    this.app.speech.say(word("ui.points-at", { name: ping.name, at: this.names.of(at) }), 4);
    setTimeout(() => { this.pings = this.pings.filter((one) => one !== ping); this.app.invalidate(); }, 3_000);
  }

  /** @param {import("./protocol/types").Said} message */
  #said(message) {
    this.chat = [...this.chat, { n: ++this.counted, ...message }].slice(-200);
    if (this.ui.side !== "chat") this.unread++;
  }

  /** @param {import("./protocol/types").Error} message */
  #refused(message) {
    if (message.code === "retry" || message.code === "rate_limited") return;
    if (message.id && message.id === this.answering?.id) this.answering = null;
    this.error = word(`error.${message.code}`, { expected: message.expected, came: message.came });
    this.app.speech.say(this.error, 6);
  }

  /** @param {import("./protocol/types").Ack} message */
  #done(message) {
    if (message.link) this.links = { ...this.links, [message.link.includes("advis") ? "advisor" : this.invited ?? "spectator"]: new URL(message.link, location.href).href };
    if (message.id === this.answering?.id) setTimeout(() => { if (this.answering?.id === message.id) { this.answering = null; this.app.invalidate(); } }, 400);
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
  get advisers() { return Object.values(this.people?.people ?? {}).some(({ role, here }) => role === "advisor" && here); }
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
    const [verb, ...things] = option.id.split(":"), [a, b, c] = things, args = { id: option.id, verb, a, b, c, ...option.args }, kind = this.view.decision?.kind ?? "";
    for (const key of [`option.${kind}.${verb}`, option.key ?? "", `option.${verb}`, `option.${kind}`]) if (key && has(key)) return word(key, args, this.names.of);
    return things.length ? `${this.names.of(verb)}: ${things.map((one) => this.names.of(one)).join(", ")}` : this.names.of(verb);
  }

  /** @param {Option} option */
  consequence(option) {
    return (option.says ?? []).map((one) => this.names.effect(one)).filter(Boolean).join(" · ");
  }

  /** @param {string} space */
  describe(space) {
    const found = this.board?.spaces[space];
    return found ? describe(this, found) : this.names.of(space);
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
    return word("ui.next-bloodlust", { what: this.names.lines(next.effect) || word("ui.attack-move", { attack: next.attack, move: next.move }) });
  }

  /** Successes of the roll that lies on the table. */
  lastSuccesses() {
    for (let i = this.timeline.cursor; i >= Math.max(0, this.timeline.cursor - 12); i--) {
      const roll = this.timeline.frames[i].facts.findLast(({ fact }) => fact === "Rolled");
      if (roll) return /** @type {number} */ (roll.successes);
    }
    return undefined;
  }

  // --- board

  /** @param {import("./protocol/view").Art | null} art @param {import("./protocol/view").Graph} graph */
  useBoard(art, graph) {
    this.boards = { wide: prepare(art, graph, 0), tall: prepare(art, graph, 0.84), square: prepare(art, graph, 1.06) };
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
  get board() { return this.boards?.[!TALL.matches ? "wide" : innerHeight > 1.9 * innerWidth + 60 ? "tall" : "square"] ?? null; }

  /** The space a target stands for: itself, or where the piece is. @param {string} id @returns {string} */
  spaceOf(id) {
    if (this.board?.spaces[id]) return id;
    const { girl, killers, victims } = this.view, tokens = this.view.tokens ?? {};
    if (id === "girl") return girl.at ?? "";
    const at = killers[id]?.at ?? victims?.[id] ?? tokens[id];
    return at ?? (id.includes(":") ? this.spaceOf(id.slice(id.lastIndexOf(":") + 1)) : "");
  }

  /** @param {string} space */
  optionsAt(space) { return choices(this, this.view.decision).get(space) ?? []; }

  /** One option is chosen at once, several are listed beside the space. @param {string} space */
  pickSpace(space) {
    this.ui.focus = space;
    const options = this.atHead && this.mayAnswer ? this.optionsAt(space) : [];
    if (options.length === 1) this.choose(options[0].id);
    else this.show({ sheet: this.ui.sheet === space ? null : space });
  }

  /** @param {string} space */
  focusSpace(space) { if (this.ui.focus !== space) this.show({ focus: space }); }

  /** @param {string | null} target */
  heat(target) { if (this.ui.hot !== target) this.show({ hot: target }); }

  /** @param {Option | null} option */
  heatOption(option) { this.show({ hotTargets: new Set(option ? [...(option.targets ?? []), ...targetSpaces(this, option)] : []) }); }

  advisedSpaces() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    if (!this.settings.advice || !this.atHead) return found;
    for (const option of this.view.decision?.options ?? []) if (this.advisersOf(option.id).length) for (const space of targetSpaces(this, option)) found.set(space, this.advisersOf(option.id));
    return found;
  }

  /** @param {KeyboardEvent} event */
  boardKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.board) return;
    const to = neighbour(this.board, this.ui.focus, event.key);
    if (to) {
      event.preventDefault();
      this.#focus(to);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pickSpace(this.ui.focus);
    }
  }

  /** @param {string} space */
  #focus(space) {
    this.show({ focus: space });
    /** @type {SVGElement | null} */ (document.querySelector(`#map [data-space="${space}"]`))?.focus();
  }

  /** The next space with a thing of a kind. @param {"victim" | "killer" | "girl" | "exit"} kind */
  jump(kind) {
    const spaces = Object.values(this.board?.spaces ?? {}), at = piecesOf(this.view).filter((piece) => piece.kind === kind || (kind === "victim" && piece.kind === "special")).map((piece) => piece.at);
    const found = spaces.filter((space) => (kind === "exit" ? space.exit : at.includes(space.id))).map(({ id }) => id);
    if (found.length) this.#focus(found[(found.indexOf(this.ui.focus) + 1) % found.length]);
  }

  /** After each painting: the zoom of a board that has just appeared, the end of the log. */
  painted() {
    const svg = /** @type {SVGSVGElement | null} */ (document.querySelector("#map")), board = this.board;
    if (svg && board && this.zoomer?.svg !== svg) this.zoomer = new PanZoom(svg, { x: 0, y: 0, width: board.width, height: board.height }, () => this.app.invalidate());
    else if (board && this.zoomer && (this.zoomer.full.width !== board.width || this.zoomer.full.height !== board.height)) {
      this.zoomer.full = { x: 0, y: 0, width: board.width, height: board.height };
      this.zoomer.fit();
    }
    const log = document.getElementById("log");
    if (log && this.pinned) log.scrollTop = log.scrollHeight;
  }

  /** @param {HTMLElement} log */
  logScrolled(log) { this.pinned = log.scrollHeight - log.scrollTop - log.clientHeight < 24; }
  get zoomed() { return (this.zoomer?.scale ?? 1) > 1.01; }
  /** @param {number} factor */
  zoom(factor) { this.zoomer?.by(factor); }
  fit() { this.zoomer?.fit(); }

  // --- answering

  /** @param {string} option */
  choose(option) {
    const decision = this.head?.decision;
    if (!decision || !this.mayAnswer || !this.atHead || this.answering || !decision.options.some(({ id }) => id === option)) return;
    const suggested = this.#suggester(option), id = this.link?.send({ type: "command", request: Number(decision.id), option, ...(suggested ? { suggested_by: suggested } : {}) }) ?? "";
    this.answering = { id, option, decision: decision.id };
    this.error = "";
    this.show({ sheet: null, hotTargets: new Set(), hot: null });
  }

  /** @param {string} key */
  chooseByKey(key) {
    const decision = this.atHead ? this.view?.decision : undefined, index = decision?.options.findIndex((_, i) => optionKey(i) === key) ?? -1;
    if (index < 0 || !decision || (!/\d/.test(key) && decision.options.length < 11)) return false;
    if (this.mayAnswer) this.choose(decision.options[index].id);
    else if (this.mayAdvise) this.advise(decision.options[index].id);
    return true;
  }

  undo() { if (this.seat && this.view?.undo?.can && this.atHead) this.link?.send({ type: "undo" }); }
  openVote() { if (this.view.decision) this.link?.send({ type: "open_vote", request: Number(this.view.decision.id), seconds: 30 }); }

  /** An advisor's suggestion, or her ballot while a vote is open. @param {string} option */
  advise(option) {
    const decision = this.view.decision;
    if (!decision) return;
    const voting = this.advice?.vote && !this.advice.vote.tally, type = voting ? "vote" : "suggest";
    const mine = this.advice?.suggestions[this.person]?.option === option && !voting;
    this.link?.send({ type, request: Number(decision.id), option: mine ? "" : option });
  }

  /** @param {string} option */
  #suggester(option) { return Object.entries(this.advice?.suggestions ?? {}).find(([, one]) => one.option === option)?.[0]; }

  /** Names of those who suggest an option. @param {string} option */
  advisersOf(option) {
    if (!this.settings.advice && this.seat) return [];
    return Object.entries(this.advice?.suggestions ?? {}).filter(([id, one]) => one.option === option && String(one.request) === this.view.decision?.id && !this.ui.muted.has(id)).map(([id]) => this.nameOf(id));
  }

  /** @param {string} option */
  tally(option) { return this.advice?.vote?.tally?.[option] ?? 0; }
  /** @param {string} person */
  nameOf(person) { return this.people?.people[person]?.name || word("ui.somebody"); }

  /** @param {string} at */
  point(at) { if (at && this.role !== "spectator") this.link?.send({ type: "ping", at }); }
  /** @param {Record<string, any>} message */
  send(message) { this.link?.send(message); }
  /** @param {string} role */
  invite(role) {
    this.invited = role;
    this.link?.send({ type: "invite", role });
  }
  /** @param {string} text */
  copy(text) { navigator.clipboard?.writeText(text).catch(() => {}); }

  /** @param {SubmitEvent} event */
  say(event) {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
    if (input.value.trim()) this.link?.send({ type: "chat", text: input.value.trim() });
    input.value = "";
  }

  /** @param {string} person */
  mute(person) {
    if (!this.ui.muted.delete(person)) this.ui.muted.add(person);
    this.app.invalidate();
  }

  // --- what is open on the screen

  /** @param {Partial<Ui>} change */
  show(change) {
    Object.assign(this.ui, change);
    if (change.side === "chat") this.unread = 0;
    const opened = change.card ? "card-title" : change.sheet ? "space-title" : change.rule ? "rule-title" : change.people ? "people-title" : "";
    this.app.invalidate();
    if (opened) requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(opened)?.focus()));
  }

  /** @param {string} id */
  openCard(id) { this.show({ card: this.ui.card === id ? null : id, sheet: null, rule: null }); }
  /** @param {string} key */
  openRule(key) { this.show({ rule: key, card: null }); }
  /** The card or rule behind a line. @param {string} id */
  openReason(id) { if (this.card(id)) this.openCard(id); else this.openRule(id); }

  /** @param {string} id */
  cardOption(id) { return this.atHead ? this.view.decision?.options.find((option) => this.names_card(option, id)) : undefined; }
  /** Whether an option is about a card. @param {Option} option @param {string} id */
  names_card(option, id) { return option.id.split(":").slice(1).includes(id) || Boolean(option.targets?.includes(id)); }

  /** @param {KeyboardEvent} event */
  escape(event) {
    const { ui } = this, opener = ui.sheet;
    if (event.target instanceof HTMLElement && event.target.id === "chat-input") event.target.blur();
    else if (ui.card || ui.sheet || ui.rule || ui.people || ui.help) this.show({ card: null, sheet: null, rule: null, people: false, help: false });
    else if (!this.following) this.skip();
    if (opener) this.#focus(opener);
  }

  details() { this.show({ sheet: this.ui.focus }); }
  /** @param {Event} event */
  focusChat(event) {
    event.preventDefault();
    this.show({ side: "chat", tab: "chat" });
    requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("chat-input")?.focus()));
  }

  sayDecision() {
    const decision = this.view?.decision;
    if (decision) this.app.speech.say(`${this.question(decision)} ${decision.options.map((option, i) => `${optionKey(i)}: ${this.optionLabel(option)}.`).join(" ")}`, 10);
  }
  sayLast() { this.app.speech.say(this.timeline.frames.slice(0, this.timeline.cursor + 1).flatMap((frame) => this.lines(frame)).at(-1)?.text ?? "", 9); }
  sayStatus() { this.app.speech.say(this.statusWords(), 9); }

  // --- looking back

  /** @param {number} index */
  look(index) { this.timeline.look(index); }
  skip() { this.timeline.skip(); }
  /** @param {1 | -1} way */
  step(way) { this.timeline.seek(way, () => true); }
  /** @param {1 | -1} way */
  phase(way) { this.timeline.seek(way, (frame, before) => frame.view.phase !== before?.view.phase); }
}
