import * as http from "./protocol/http.js";
import { mergePatch } from "./protocol/merge.js";
import { pictures, time } from "./protocol/timeline.js";
import { Table } from "./table.js";

/** A finished game: a table whose pictures are all there from the start. */
export class Replay {
  /** @param {import("./main.js").App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.role = "player";
    this.token = "";
    this.table = this.#fresh();
    this.speed = 1;
    this.timer = 0;
    this.linking = 0;
    this.spoilers = true;
    /** Numbers of the pictures with which a turn begins. @type {number[]} */
    this.turns = [];
    /** The record's entry behind each version. @type {number[]} */
    this.entries = [];
  }

  #fresh() {
    const table = new Table(this.app, this.game);
    table.replaying = true;
    table.role = this.role;
    return table;
  }

  /** @param {string} token @param {number} at */
  async load(token, at) {
    this.token = token;
    const { view, facts = [], entry, steps } = await http.replay(this.game, token, this.role), table = this.#fresh(), { timeline } = table;
    let now = view;
    timeline.frames.push({ version: 0, view, facts, whole: true });
    for (const [i, { patch, facts }] of steps.entries()) {
      const next = mergePatch(now, patch);
      timeline.frames.push(...pictures(now, next, facts, i + 1));
      now = next;
    }
    table.receive(timeline.frames[timeline.head].view, [], steps.length + 1, true);
    timeline.frames.pop();
    this.table = table;
    this.entries = [entry, ...steps.map((step) => step.entry)];
    this.turns = timeline.frames.flatMap(({ facts }, i) => (facts.some(({ fact }) => fact === "TurnBegan") ? [i] : []));
    this.go(at);
    performance.mark("replay");
  }

  /** The record's entry behind the picture shown. */
  get entry() {
    const { frames, cursor } = this.table.timeline;
    return this.entries[frames[cursor].version] ?? this.entries[0];
  }

  /** @param {string} role */
  as(role) {
    const at = this.table.timeline.cursor;
    this.role = role;
    this.load(this.token, at).catch((error) => this.app.fail(error));
  }

  get playing() { return this.timer !== 0; }

  /** @param {number} at */
  go(at) {
    this.table.look(at);
    // The end of a replay is a place like any other: nothing follows it.
    this.table.timeline.following = false;
    this.app.invalidate();
  }

  /** @param {number} at */
  jump(at) {
    this.pause();
    this.go(at);
    // The link follows when the slider rests: browsers slow pages down that change it too often.
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.#link(), 250);
  }

  #link() {
    if (location.hash.startsWith(`#/replay/${this.game}`)) history.replaceState(null, "", `#/replay/${this.game}/${this.table.timeline.cursor}`);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.#play();
    this.app.invalidate();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  #play() {
    const { timeline } = this.table;
    if (timeline.atHead) return this.pause();
    const wait = Math.max(30, time(timeline.frames[timeline.cursor]) / this.speed);
    this.timer = setTimeout(() => { this.go(timeline.cursor + 1); this.#play(); }, wait);
    this.app.invalidate();
  }
}
