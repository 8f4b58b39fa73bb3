import { mergePatch } from "./merge.js";

/** @typedef {import("./view").View} View @typedef {import("./view").Fact} Fact @typedef {import("./view").Frame} Frame */

/**
 * What a fact moves on the picture. Only for the pictures between two views; the view that follows is the truth.
 * @type {Record<string, (f: Fact) => object>}
 */
const MOVES = {
  GirlMoved: (f) => ({ girl: { at: f.to } }),
  KillerMoved: (f) => ({ killers: { [f.killer]: { at: f.to } } }),
  KillerStood: (f) => ({ killers: { [f.killer]: { status: f.status } } }),
  VictimAdded: (f) => ({ victims: { [f.victim]: f.at } }),
  VictimMoved: (f) => ({ victims: { [f.victim]: f.to } }),
  VictimDied: (f) => ({ victims: { [f.victim]: null } }),
  VictimSaved: (f) => ({ victims: { [f.victim]: null } }),
  VictimRemoved: (f) => ({ victims: { [f.victim]: null } }),
  TokenPlaced: (f) => ({ tokens: { [f.token]: f.at } }),
  TokenRemoved: (f) => ({ tokens: { [f.token]: null } }),
  TimeChanged: (f) => ({ girl: { time: f.to } }),
  HorrorChanged: (f) => ({ girl: { horror: f.to } }),
  BloodlustRaised: (f) => ({ bloodlust: { row: f.to } }),
  HealthChanged: (f) => (f.who === "girl" ? { girl: { health: f.to } } : { killers: { [f.who]: { health: f.to } } }),
  PhaseBegan: (f) => ({ phase: f.phase }),
  TurnBegan: (f) => ({ turn: f.turn }),
  TilesMoved: (f) => ({ film: { tiles: f.tiles } }),
  GameEnded: () => ({}),
};

/** How long a fact deserves to be seen, in milliseconds at single speed. */
const WEIGHT = /** @type {Record<string, number>} */ ({
  GirlMoved: 280, KillerMoved: 280, VictimMoved: 140, VictimAdded: 160, VictimDied: 480, VictimSaved: 420, TokenPlaced: 200, Rolled: 750,
  CardShown: 900, AttackMade: 500, HealthChanged: 320, Panicked: 260, TokenRevealed: 1000, FinaleRevealed: 1200, DarkPowerRevealed: 1200,
  UltimateReached: 1000, TilesMoved: 700, SymbolsRolled: 700, FunctionChanged: 500, CountdownMoved: 600, KillerVanished: 900, BloodlustRaised: 300, PhaseBegan: 200, TurnBegan: 200, GameEnded: 400,
});
const LONGEST = 6_000, BEHIND = 60, KEPT = 2_500;

/** @param {Fact} fact */
const weight = (fact) => WEIGHT[fact.fact] ?? 0;

/** @param {View} view @param {Fact} fact @returns {View} */
export function after(view, fact) {
  const patch = MOVES[fact.fact]?.(fact);
  return patch ? mergePatch(view, patch) : view;
}

/**
 * The pictures that lead from one view to the next: one for each fact that deserves to be seen, the last one being the next view.
 * @param {View | null} before @param {View} view @param {Fact[]} facts @param {number} version @returns {Frame[]}
 */
export function pictures(before, view, facts, version) {
  /** @type {Frame[]} */
  const frames = [];
  let shown = before ? mergePatch(before, { decision: null, deciding: null }) : view;
  /** @type {Fact[]} */
  let heard = [];
  const last = facts.findLastIndex((fact) => weight(fact) > 0);
  facts.slice(0, Math.max(0, last)).forEach((fact) => {
    heard.push(fact);
    shown = after(shown, fact);
    if (!weight(fact)) return;
    frames.push({ version, view: shown, facts: heard, whole: false });
    heard = [];
  });
  frames.push({ version, view, facts: [...heard, ...facts.slice(Math.max(0, last))], whole: true });
  return frames;
}

/** All pictures of a table in order and one cursor over them: live play, catching up, looking back and replay are the same thing. */
export class Timeline {
  /** @param {() => void} changed  called when another picture is shown or the head has moved */
  constructor(changed) {
    this.changed = changed;
    /** @type {Frame[]} */
    this.frames = [];
    this.first = 0;
    /** Number of the picture that stands at frames[0]; grows when old ones are dropped. */
    this.cursor = -1;
    this.following = true;
    /** Whether the picture shown is far from the one before: nothing glides between them. */
    this.leapt = false;
    this.speed = 1;
    this.timer = 0;
    this.budget = 0;
  }

  get head() { return this.frames.length - 1; }
  get shown() { return /** @type {Frame | undefined} */ (this.frames[this.cursor]); }
  get atHead() { return this.cursor === this.head; }
  /** How many pictures are still to be played. */
  get behind() { return this.head - this.cursor; }

  /** @param {View} view @param {Fact[]} facts @param {number} version @param {boolean} whole */
  push(view, facts, version, whole) {
    this.#untell(facts);
    const before = this.frames[this.head]?.view ?? null;
    const added = whole || !before ? [{ version, view, facts, whole: true }] : pictures(before, view, facts, version);
    this.frames.push(...added);
    const extra = this.frames.length - KEPT;
    if (extra > 0) this.#forget(extra);
    if (this.following) this.#follow(whole);
    this.changed();
  }

  /** What was told before the first picture; it is only read, there are no pictures of it. @param {View} view @param {{ version: number, facts: Fact[] }[]} story */
  tell(view, story) {
    if (!this.frames.length) this.frames.push(...story.map(({ version, facts }) => ({ version, view, facts, whole: false })));
  }

  /** Lines that are taken back leave the log; the pictures stay. @param {Fact[]} facts */
  #untell(facts) {
    for (const { fact, version } of facts) {
      if (fact !== "TakenBack") continue;
      for (let i = this.head; i >= 0 && this.frames[i].version > version; i--) this.frames[i].untold = true;
    }
  }

  /** @param {number} extra */
  #forget(extra) {
    this.frames.splice(0, extra);
    this.first += extra;
    this.cursor = Math.max(-1, this.cursor - extra);
  }

  /** @param {boolean} whole */
  #follow(whole) {
    const instant = whole || this.speed === 0 || document.hidden || this.cursor < 0 || this.behind > BEHIND;
    if (instant) return this.#jump();
    this.budget = Math.max(1, this.#left() / LONGEST);
    if (!this.timer) this.#next();
  }

  #left() {
    return this.frames.slice(this.cursor + 1).reduce((sum, frame) => sum + time(frame), 0);
  }

  #next() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.following || this.atHead) return;
    this.leapt = false;
    this.cursor++;
    this.changed();
    const wait = time(/** @type {Frame} */ (this.shown)) / this.budget / (this.speed || 1);
    if (this.atHead) return;
    this.timer = setTimeout(() => { this.timer = 0; this.#next(); }, wait);
  }

  #jump() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.cursor = this.head;
  }

  /** Show the newest picture at once. */
  skip() {
    this.following = true;
    this.#jump();
    this.changed();
  }

  /** Look back at a picture; what comes in does not move it. @param {number} index */
  look(index) {
    this.leapt = Math.abs(index - this.cursor) > 1;
    this.cursor = Math.max(0, Math.min(this.head, index));
    this.following = this.atHead;
    clearTimeout(this.timer);
    this.timer = 0;
    this.changed();
  }

  /** The next picture in a direction for which a test holds, else the end. @param {1 | -1} way @param {(frame: Frame, before: Frame | undefined) => boolean} test */
  seek(way, test) {
    let at = this.cursor + way;
    while (at > 0 && at < this.head && !test(this.frames[at], this.frames[at - 1])) at += way;
    this.look(at);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}

/** @param {Frame} frame */
export const time = (frame) => frame.facts.reduce((sum, fact) => sum + weight(fact), 0);
