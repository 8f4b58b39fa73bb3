import { neighbour } from "./table/layout.js";
import { choices, optionKey, targetSpaces } from "./table/choices.js";
import { piecesOf } from "./table/pieces.js";
import { PanZoom } from "./table/panzoom.js";
import { Joined } from "./table/joined.js";

/** @typedef {import("./protocol/view").Option} Option @typedef {import("./table/pictures.js").Ui} Ui */

/** One table as this browser sees it, and everything one can do at it. */
export class Table extends Joined {
  /** @type {PanZoom | null} */
  zoomer = null;
  /** The decision that stands in the panel. */
  read = "";

  // --- board

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
    this.#toTop();
    const log = document.getElementById("log");
    if (log && this.pinned) log.scrollTop = log.scrollHeight;
  }

  /** A new question is read from its beginning. */
  #toTop() {
    const panel = /** @type {HTMLElement | null} */ (document.querySelector(".decision")), id = panel?.dataset.decision ?? "";
    if (!panel || id === this.read) return;
    this.read = id;
    panel.scrollTop = 0;
    if (panel.parentElement) panel.parentElement.scrollTop = 0;
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
    if (!decision || !this.mayAnswer || !this.atHead || this.answering || this.vote || !decision.options.some(({ id }) => id === option)) return;
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
  openVote() {
    this.read = "";
    if (this.view.decision) this.link?.send({ type: "open_vote", request: Number(this.view.decision.id), seconds: 30 });
  }

  /** Whether an option is this advisor's own ballot. @param {string} option */
  votedFor(option) { return Boolean(this.vote) && this.ballot === `${this.view.decision?.id} ${option}`; }
  /** An advisor's suggestion, or her ballot while a vote is open. @param {string} option */
  advise(option) {
    const decision = this.view.decision;
    if (!decision) return;
    const voting = Boolean(this.vote), type = voting ? "vote" : "suggest";
    if (voting) this.ballot = `${decision.id} ${option}`;
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

  // --- looking back

  /** @param {number} index */
  look(index) { this.timeline.look(index); }
  skip() { this.timeline.skip(); }
  /** @param {1 | -1} way */
  step(way) { this.timeline.seek(way, () => true); }
  /** @param {1 | -1} way */
  phase(way) { this.timeline.seek(way, (frame, before) => frame.view.phase !== before?.view.phase); }
}
