import { base } from "../names.js";
import { capital, has, raw, titled, word } from "../words.js";

/** @typedef {import("../protocol/view").Fact} Fact @typedef {import("../protocol/view").Frame} Frame @typedef {import("../names.js").Names} Names */
/** @typedef {{ text: string, why: string, because: string, kind: string, times: number, heading: boolean, weight: number }} Line */

/** What a listener must not miss, the most important first. @type {Record<string, number>} */
const WEIGHT = { GameEnded: 9, TokenRevealed: 8, FinaleRevealed: 7, DarkPowerRevealed: 7, VictimDied: 6, HealthChanged: 5, AttackMade: 4, UltimateReached: 6, VictimSaved: 5, CardShown: 3, Rolled: 3, GirlMoved: 3, KillerMoved: 3 };

/** The sentence of a fact; empty if it is not worth one. An unknown kind is shown with all it says. @param {Fact} fact @param {Names} names */
export function sentence(fact, names) {
  const key = `fact.${fact.fact}`;
  if (!has(key)) return unknown(fact, names);
  // A name may end in a mark of its own ("Chow time!"): no full stop after it.
  return raw(key) === "" ? "" : word(key, { girl: "girl", ...fact }, names.of).replace(/([?!…]|\.\.\.)\.$/, "$1");
}

/** @param {Fact} fact @param {Names} names */
function unknown({ fact, because, ...rest }, names) {
  const told = Object.entries(rest).filter(([, value]) => typeof value !== "object" || Array.isArray(value));
  return `${titled(fact)}${told.length ? ": " : ""}${told.map(([key, value]) => `${titled(key).toLowerCase()} ${typeof value === "string" ? names.of(value) : value}`).join(", ")}`;
}

/** Why: the card or rule that caused it. @param {Fact} fact @param {Names} names */
function reason({ because }, names) {
  if (!because || because === "rule.setup") return "";
  return has(`${because}.title`) ? word(`${because}.title`) : names.of(base(because));
}

/** The lines of a picture: one for each fact worth a sentence; equal ones together. @param {Frame} frame @param {Names} names @returns {Line[]} */
export function lines(frame, names) {
  /** @type {Line[]} */
  const found = [];
  for (const fact of frame.facts) {
    const text = sentence(fact, names), last = found.at(-1);
    if (!text) continue;
    if (last && last.text === text && last.because === fact.because) last.times++;
    else found.push({ text: capital(text), why: reason(fact, names), because: fact.because ?? "", kind: fact.fact, times: 1, heading: fact.fact === "PhaseBegan" || fact.fact === "TurnBegan", weight: WEIGHT[fact.fact] ?? 1 });
  }
  return found;
}
