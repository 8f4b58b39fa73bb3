import { Link } from "../protocol/link.js";
import { word } from "../words.js";
import { recall, remember } from "../settings.js";
import { Pictures } from "./pictures.js";

/** @typedef {import("../protocol/types").ToClient} ToClient */

/** A table on the line: joining, what comes beside the pictures, what is kept over a reload. */
export class Joined extends Pictures {
  token = "";
  invited = "";
  /** @type {Link | null} */
  link = null;
  /** Timer of a line that is away; whether that was said. */
  absence = 0;
  missed = false;

  // --- the line

  /** @param {string} token @param {string} name */
  join(token, name) {
    const kept = recall(`person.${this.game}`, ""), resumed = this.#restore();
    this.link = new Link(this.game, { token, name, person: kept, stand: resumed }, {
      status: (status, why) => this.#line(status, why),
      story: (view, story) => this.timeline.tell(view, story),
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
    const facts = this.timeline.frames.slice(-400).filter(({ facts, untold }) => facts.length && !untold).map(({ facts, version }) => ({ facts, version }));
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

  /** @param {import("../protocol/link.js").Status} status @param {string} why */
  #line(status, why) {
    const before = this.line;
    if (before.status === status && before.why === why) return;
    const since = status === "live" || before.status === "live" ? Date.now() : before.since;
    this.line = { status, why, since };
    if (status === "live") this.#back();
    else if (!this.absence && (before.status === "live" || status !== "connecting")) this.absence = setTimeout(() => this.#missing(), 2_000);
    this.app.invalidate();
  }

  /** The line has been away for two seconds, however often it was tried meanwhile. */
  #missing() {
    this.missed = true;
    this.app.speech.say(word(`line.${this.line.status === "connecting" ? "lost" : this.line.status}`), 5);
  }

  #back() {
    clearTimeout(this.absence);
    if (this.missed) this.app.speech.say(word("line.live"), 5);
    [this.absence, this.missed] = [0, false];
  }

  /** @param {ToClient} message */
  #message(message) {
    if (message.type === "welcome") this.#welcome(message);
    else if (message.type === "people") this.people = message;
    else if (message.type === "advice") this.#advised(message);
    else if (message.type === "pinged") this.#pinged(message);
    else if (message.type === "said") this.#said(message);
    else if (message.type === "error") this.#refused(message);
    else if (message.type === "ack") this.#done(message);
    this.app.invalidate();
  }

  /** @param {import("../protocol/types").Welcome} message */
  #welcome({ role, person, secret, host, seat }) {
    Object.assign(this, { role, person, host, seat });
    remember(`person.${this.game}`, secret);
    if (this.token && !host && !this.app.settings.name && !recall("asked-name", false)) this.#askName();
  }

  /** Somebody invited comes for the first time: the people's list asks for a name, once in this browser. */
  #askName() {
    remember("asked-name", true);
    this.ui.people = true;
  }

  /** Go by another name: kept in this browser, told to the others by coming again. @param {SubmitEvent} event */
  rename(event) {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    this.app.saveSettings({ name });
    if (name) this.link?.rename(name);
  }

  /** A vote that opens is said; the panel shows how it stands. @param {import("../protocol/types").Advice} message */
  #advised(message) {
    const before = this.vote;
    this.advice = message;
    if (this.vote && !before) this.app.speech.say(word(this.mayAdvise ? "ui.vote-yours" : "ui.vote-open", { voted: 0, n: this.advisers }), 4);
  }

  /** @param {import("../protocol/types").Pinged} message */
  #pinged({ person, at }) {
    if (this.ui.muted.has(person)) return;
    const ping = { n: ++this.counted, at, name: this.nameOf(person) };
    this.pings = [...this.pings, ping];
    this.app.speech.say(word("ui.points-at", { name: ping.name, at: this.names.of(at) }), 4);
    setTimeout(() => { this.pings = this.pings.filter((one) => one !== ping); this.app.invalidate(); }, 3_000);
  }

  /** @param {import("../protocol/types").Said} message */
  #said(message) {
    this.chat = [...this.chat, { n: ++this.counted, ...message }].slice(-200);
    if (!document.getElementById("chat-log")?.checkVisibility()) this.unread++;
  }

  /** @param {import("../protocol/types").Error} message */
  #refused(message) {
    if (message.code === "retry" || message.code === "rate_limited") return;
    if (message.id && message.id === this.answering?.id) this.answering = null;
    this.error = word(`error.${message.code}`, { expected: message.expected, came: message.came });
    this.app.speech.say(this.error, 6);
  }

  /** @param {import("../protocol/types").Ack} message */
  #done(message) {
    if (message.link) this.links = { ...this.links, [this.invited]: new URL(message.link, location.href).href };
    if (message.id === this.answering?.id) setTimeout(() => { if (this.answering?.id === message.id) { this.answering = null; this.app.invalidate(); } }, 400);
  }
}
