import { fill, has, raw, titled, word } from "./words.js";

/** @typedef {import("./protocol/view").Content} Content @typedef {import("./protocol/view").Graph} Graph @typedef {import("./protocol/view").Say} Say */

/** An id without the number of its copy: `knife#2` is `knife`. @param {string} id */
export const base = (id) => id.replace(/#\d+$/, "");

/** What things are called: cards, spaces and pieces from the content, the rest from the words. */
export class Names {
  /** @param {Content | null} content @param {Graph | null} graph @param {{ killer?: string, girl?: string, location?: string }} game */
  constructor(content, graph, game = {}) {
    this.content = content;
    this.graph = graph;
    this.game = game;
    /** @type {Map<string, string>} */
    this.known = new Map();
    this.of = this.of.bind(this);
  }

  /** @param {string} id @returns {string} */
  of(id) {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const found = this.#find(String(id));
    this.known.set(id, found);
    return found;
  }

  /** @param {string} id @returns {string} */
  #find(id) {
    if (id === "girl") return this.content?.girls[this.game.girl ?? ""]?.name ?? word("name.girl");
    if (id === "killer") return this.content?.killers[this.game.killer ?? ""]?.name ?? word("name.killer");
    if (/^v\d+$/.test(id)) return word("name.victim");
    return this.#body(id) ?? this.graph?.spaces[id]?.name ?? this.#words(id) ?? this.#content(id) ?? this.#compound(id) ?? titled(id);
  }

  /** A figure of a group of Killers. @param {string} id */
  #body(id) {
    for (const killer of Object.values(this.content?.killers ?? {})) {
      const body = killer.bodies?.find?.((/** @type {any} */ one) => one.id === id);
      if (body) return body.name;
    }
    return undefined;
  }

  /** @param {string} id */
  #content(id) {
    const { cards, girls, killers, locations } = this.content ?? { cards: {}, girls: {}, killers: {}, locations: {} };
    const slug = base(id);
    return (cards[slug] ?? girls[slug] ?? killers[slug] ?? locations[slug] ?? locations[this.game.location ?? ""]?.setups?.[slug])?.name;
  }

  /** @param {string} id */
  #words(id) {
    const key = has(id) ? id : `name.${base(id)}`;
    return has(key) ? fill(raw(key) ?? "", {}, titled) : undefined;
  }

  /** `deck:garage`, `2+loser-boyfriend`. @param {string} id */
  #compound(id) {
    if (/^[\d\s.,:+-]*$/.test(id) || id.includes(" ")) return id;
    if (id.includes("+")) return id.split("+").map((part) => this.of(part)).join(" + ");
    return id.includes(":") ? this.of(id.slice(id.indexOf(":") + 1)) : undefined;
  }

  /** The kind of thing behind an id, for links. @param {string} id @returns {"card" | "space" | "rule" | ""} */
  kind(id) {
    if (this.content?.cards[base(id)]) return "card";
    if (this.graph?.spaces[id]) return "space";
    return id.startsWith("rule.") ? "rule" : "";
  }

  /** Effects as one hears them: rows by their number of successes instead of stars. @param {Say[]} says */
  spoken(says) {
    const told = says.map((one) => (one[0] === "row" ? word("say.row", { n: one[1], what: this.lines(one[2]) || word("ui.nothing") }, String) : this.effect(one)));
    return told.filter(Boolean).map((one) => `${one.replace(/[.!?]$/, "")}.`).join(" ");
  }

  /** One effect in words. @param {Say | string} effect @returns {string} */
  effect(effect) {
    if (typeof effect === "string") return this.lines(parse(effect));
    if (effect[0] === "row") return `${"★".repeat(effect[1]) || "☆"} ${this.lines(effect[2]) || word("ui.nothing")}`;
    if (effect[0] === "lines") return this.lines(effect[2]);
    const [key, first, ...rest] = effect, name = key.startsWith("effect.") ? key : `effect.${key}`;
    const args = first !== null && typeof first === "object" && !Array.isArray(first) ? first : { n: first, a: rest[0], b: rest[1], c: rest[2] };
    if (has(name)) return word(name, args, this.of);
    const told = Object.values(args).filter((value) => value !== undefined && value !== "" && value !== 0);
    return [titled(key.replace(/^effect\./, "")), ...told.map((value) => (typeof value === "string" ? this.of(value) : value))].join(" ");
  }

  /** Effects of one line, or of alternatives, in words. @param {any} lines @returns {string} */
  lines(lines) {
    if (!lines || lines.length === 0) return "";
    if (typeof lines === "string") return this.lines(parse(lines));
    const alternatives = Array.isArray(lines[0]?.[0]) ? lines : [lines];
    return alternatives.map((/** @type {any[]} */ line) => line.map((one) => this.effect(one)).filter(Boolean).join(", ")).join(` ${word("ui.or")} `);
  }
}

/**
 * The notation of card faces ("move 2; T-1 | T-2") as [[word, number, ...]] lines; only for showing it.
 * @param {string} text @returns {any[][]}
 */
export function parse(text) {
  return text.split("|").map((line) => line.split(";").map((part) => part.trim()).filter(Boolean).map(parseEffect));
}

/** Effect words that are written as several. @type {[RegExp, string][]} */
const SPECIAL = [
  [/^discard terror(?: (?<n>\d+))?$/, "discard-terror"], [/^discard (?<n>\d+) random$/, "discard-random"], [/^discard all (?<a>\S+)$/, "discard-all"],
  [/^place killer (?<a>\S+)$/, "place-killer"], [/^stop unless victims$/, "stop-unless-victims"], [/^need victims$/, "need-victims"],
  [/^killer heals (?<n>\d+)$/, "killer-heals"], [/^(?<n>\d+) victims? at (?<a>.+)$/, "victims"],
];

/** @param {string} text @returns {any[]} */
function parseEffect(text) {
  const track = /^([A-Z]+[+-])(\d+)$/.exec(text);
  if (track) return [track[1], Number(track[2])];
  const action = /^(near|V|G)((?: mv)*)((?: atk)*)$/.exec(text);
  if (action) return ["KA", 0, action[1], action[2].trim(), action[3].trim()];
  if (text === "item any") return ["item", 0];
  const special = SPECIAL.find(([pattern]) => pattern.test(text));
  if (special) return [special[1], Number(special[0].exec(text)?.groups?.n ?? 0), special[0].exec(text)?.groups?.a ?? ""];
  const card = /^card (<=)?(\S+)$/.exec(text);
  if (card) return card[1] ? ["card<=", Number(card[2])] : ["card", 0, card[2]];
  const counted = /^([a-z-]+) (\d+)(?: to (\d+))?$/.exec(text);
  if (counted) return [counted[1], Number(counted[2]), counted[3] ?? ""];
  const [first, ...rest] = text.split(" ");
  return [first, 0, ...rest];
}
