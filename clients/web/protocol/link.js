import { mergePatch } from "./merge.js";

/** @typedef {import("./types").ToClient} ToClient @typedef {import("./types").ToServer} ToServer @typedef {import("./types").Welcome} Welcome */
/** @typedef {import("./view").View} View @typedef {import("./view").Fact} Fact */
/** @typedef {"connecting" | "live" | "lost" | "offline" | "closed"} Status */
/** @typedef {{ epoch: string, version: number, view_code: string, view: View | null }} Stand */
/**
 * @typedef {object} Listener
 * @property {(status: Status, why: string) => void} status
 * @property {(view: View, story: { version: number, facts: Fact[] }[]) => void} story  what was told before a snapshot
 * @property {(view: View, facts: Fact[], version: number, whole: boolean) => void} view  `whole`: a snapshot, forget what was before
 * @property {(message: ToClient) => void} message  everything else
 */

const BEAT = 12_000, PATIENCE = 2_500;
/** Whether coming back after a close code is useless (protocol/errors.py). @param {number} code */
const final = (code) => (code >= 4000 && code < 4100) || [1002, 1003, 1007, 1008, 1009, 1010].includes(code);

/** The websocket of one table: resumes where it stopped, sends unanswered messages again, notices a dead line. */
export class Link {
  /**
   * @param {string} game
   * @param {{ token?: string, name?: string, person?: string, stand?: Stand }} who
   * @param {Listener} listener
   */
  constructor(game, who, listener) {
    this.game = game;
    this.who = who;
    this.listener = listener;
    /** @type {Stand} */
    this.stand = who.stand ?? { epoch: "", version: -1, view_code: "", view: null };
    /** @type {Welcome | null} */
    this.welcome = null;
    /** @type {Map<string, ToServer>} */
    this.unanswered = new Map();
    this.asked = false;
    this.tries = 0;
    this.heard = 0;
    this.sent = 0;
    this.closed = false;
    this.pause = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.beat = setInterval(() => this.#check(), 1_000);
    this.ticked = Date.now();
    addEventListener("online", this.#online);
    addEventListener("offline", this.#offline);
    this.#open();
  }

  #online = () => this.#open();
  #offline = () => this.#lost("offline");

  close() {
    this.closed = true;
    clearInterval(this.beat);
    removeEventListener("online", this.#online);
    removeEventListener("offline", this.#offline);
    this.#drop();
  }

  /**
   * Send a message that will be answered; it is kept and sent again until it is. Returns its id.
   * @param {Record<string, any>} message
   */
  send(message) {
    const id = message.id ?? newId();
    const whole = /** @type {ToServer} */ ({ ...message, id });
    this.unanswered.set(id, whole);
    this.sent = Date.now();
    this.#write(whole);
    return id;
  }

  /** Come again under another name. @param {string} name */
  rename(name) {
    this.who.name = name;
    this.#open();
  }

  #drop() {
    const old = this.socket;
    this.socket = null;
    if (old) {
      old.onclose = old.onmessage = old.onopen = null;
      old.close();
    }
  }

  #open() {
    if (this.closed) return;
    this.#drop();
    this.listener.status("connecting", "");
    const address = new URL(`/ws/${this.game}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(address, "lastreel.v1"));
    this.heard = Date.now();
    socket.onopen = () => this.#write(this.#hello());
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => this.#gone(event.code);
  }

  #hello() {
    const { epoch, version, view_code, view } = this.stand;
    const { token = "", name = "", person = "" } = this.who;
    const resume = view ? { resume: { epoch, version, view: view_code } } : {};
    return /** @type {ToServer} */ ({ type: "hello", token, name, person, ...resume });
  }

  /** @param {number} code */
  #gone(code) {
    if (final(code)) {
      this.close();
      this.listener.status("closed", String(code));
    } else this.#lost("lost");
  }

  /** @param {Status} status */
  #lost(status) {
    if (this.closed) return;
    this.#drop();
    this.listener.status(navigator.onLine ? status : "offline", "");
    const wait = this.pause || Math.min(8_000, 300 * 2 ** this.tries++) * (0.7 + 0.6 * Math.random());
    this.pause = 0;
    setTimeout(() => { if (!this.socket) this.#open(); }, wait);
  }

  /** @param {ToServer} message */
  #write(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Once a second: a slept laptop, a silent line, an answer that does not come. */
  #check() {
    const now = Date.now(), slept = now - this.ticked > 10_000;
    this.ticked = now;
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    const silence = now - this.heard;
    if (slept || silence > 2 * BEAT + PATIENCE) this.#lost("lost");
    else if (this.unanswered.size && now - this.sent > PATIENCE) this.#again();
    else if (silence > BEAT) this.#write({ type: "beat", n: Math.floor(now / 1000) });
  }

  /** @param {ToClient} message */
  #receive(message) {
    this.heard = Date.now();
    if (message.type === "welcome") this.#welcomed(message);
    else if (message.type === "snapshot") this.#snapshot(message);
    else if (message.type === "delta") this.#delta(message);
    else if (message.type === "closing") this.pause = 1000 * message.retry_after * (1 + Math.random() / 2);
    else if (message.type === "error" && message.id) this.#refused(message);
    else if (message.type === "ack") this.unanswered.delete(message.id);
    if (message.type !== "snapshot" && message.type !== "delta") this.listener.message(message);
  }

  /** @param {Welcome} message */
  #welcomed(message) {
    this.tries = 0;
    this.asked = false;
    this.welcome = message;
    this.who.person = message.secret;
    if (!message.recovered) this.stand = { ...this.stand, version: -1, view: null };
    this.listener.status("live", "");
    this.#again();
  }

  #again() {
    this.sent = Date.now();
    for (const waiting of this.unanswered.values()) this.#write(waiting);
  }

  /** @param {import("./types").Snapshot} message */
  #snapshot(message) {
    const { epoch, version, view_code } = message;
    this.stand = { epoch, version, view_code, view: /** @type {View} */ (message.view) };
    this.asked = false;
    this.listener.story(/** @type {View} */ (message.view), message.story ?? []);
    this.listener.view(/** @type {View} */ (message.view), [], version, true);
  }

  /** @param {import("./types").Delta} message */
  #delta(message) {
    const { stand } = this, start = message.from ?? message.version - 1;
    if (!stand.view || this.asked || message.version <= stand.version) return;
    if (start !== stand.version) return this.#resync();
    const view = mergePatch(stand.view, message.patch);
    this.stand = { ...stand, version: message.version, view };
    this.listener.view(view, message.facts, message.version, false);
  }

  #resync() {
    this.asked = true;
    this.#write({ type: "resync" });
  }

  /** @param {import("./types").Error} message */
  #refused(message) {
    const id = message.id ?? "", sent = this.unanswered.get(id);
    if (sent && (message.code === "retry" || message.code === "rate_limited")) {
      setTimeout(() => { if (this.unanswered.has(id)) this.#write(sent); }, 1000 * (message.retry_after ?? 0.5));
    } else this.unanswered.delete(id);
  }
}

/** An id nobody else chooses. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
