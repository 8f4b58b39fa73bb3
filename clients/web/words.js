/**
 * Words by key. The server sends keys and arguments, never sentences; `words/<language>.json` holds the sentences.
 *
 * In a sentence: `{to}` is an argument by its name; `{n|one space|# spaces}` chooses by number (# is the number);
 * `{how?panic:panics to|follow:follows to|moves to}` chooses by value, the last branch being for all others;
 * `{by+}` shows a number with its sign; `{n-}` without it. A branch may hold further braces.
 */

/** @typedef {Record<string, any>} Args @typedef {(id: string) => string} Namer */

/** @type {Record<string, string>} */
let table = {};
/** @type {Record<string, string>} */
let fallback = {};

/** @param {Record<string, string>} words @param {Record<string, string>} english */
export function useWords(words, english) {
  table = words;
  fallback = english;
}

/** What cards, girls, killers, locations and achievements say in prose: the content's English to another language. @type {Record<string, string>} */
let texts = {};

/** @param {Record<string, string>} found */
export function useTexts(found) {
  texts = found;
}

/** A text of the content; as it is where nobody has put it into this language. @param {string | undefined} english */
export const prose = (english = "") => texts[english] ?? english;

/** The sentence of a key; undefined if no language has it. @param {string} key @returns {string | undefined} */
export const raw = (key) => table[key] ?? fallback[key];

/** @param {string} key */
export const has = (key) => raw(key) !== undefined;

/**
 * The words of a key. A key that nobody has translated is shown as a name made from its last part.
 * @param {string} key @param {Args} [args] @param {Namer} [name]
 */
export function word(key, args = {}, name = titled) {
  const text = raw(key);
  if (text === undefined) return titled(key.slice(key.indexOf(".") + 1));
  return fill(text, args, name);
}

/** A readable name made from a slug: `back-lawn` is "Back Lawn", `VictimMoved` is "Victim Moved". @param {string} slug */
export function titled(slug) {
  const spaced = String(slug).replace(/#\d+$/, "").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_.:]+/g, " ").trim();
  return spaced.replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());
}

/** @param {string} text @param {Args} args @param {Namer} name @returns {string} */
export function fill(text, args, name) {
  let out = "", at = 0;
  while (at < text.length) {
    const open = text.indexOf("{", at);
    if (open < 0) return out + text.slice(at);
    const close = matching(text, open);
    out += text.slice(at, open) + slot(text.slice(open + 1, close), args, name);
    at = close + 1;
  }
  return out;
}

/** @param {string} text @param {number} open */
function matching(text, open) {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "{") depth++;
    if (text[i] === "}" && --depth === 0) return i;
  }
  return text.length;
}

/** @param {string} inside @param {Args} args @param {Namer} name @returns {string} */
function slot(inside, args, name) {
  const choice = inside.indexOf("?"), plural = inside.indexOf("|");
  if (choice > 0 && (plural < 0 || choice < plural)) return select(inside.slice(0, choice), inside.slice(choice + 1), args, name);
  if (plural > 0) return number(inside.slice(0, plural), inside.slice(plural + 1), args, name);
  const sign = inside.at(-1), key = sign === "+" || sign === "-" ? inside.slice(0, -1) : inside, value = args[key];
  if (typeof value === "number") return sign === "+" ? signed(value) : String(sign === "-" ? Math.abs(value) : value).replace("-", "−");
  return show(value, name);
}

/** @param {number} value */
export const signed = (value) => (value < 0 ? `−${-value}` : `+${value}`);

/** @param {any} value @param {Namer} name @returns {string} */
export function show(value, name) {
  if (value === undefined || value === null || value === "") return "";
  if (Array.isArray(value)) return value.map((one) => show(one, name)).join(", ");
  return typeof value === "string" ? name(value) : String(value);
}

/** @param {string} key @param {string} rest @param {Args} args @param {Namer} name */
function select(key, rest, args, name) {
  const branches = split(rest), value = String(args[key] ?? "");
  for (const branch of branches.slice(0, -1)) {
    const colon = branch.indexOf(":");
    if (branch.slice(0, colon) === value) return fill(branch.slice(colon + 1), args, name);
  }
  return fill(branches.at(-1) ?? "", args, name);
}

/** @param {string} key @param {string} rest @param {Args} args @param {Namer} name */
function number(key, rest, args, name) {
  const [one, many] = split(rest), n = Number(args[key] ?? 0);
  return fill((Math.abs(n) === 1 ? one : many ?? one).replaceAll("#", String(Math.abs(n))), args, name);
}

/** Branches at this level of braces. @param {string} text */
function split(text) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "{") depth++;
    if (letter === "}") depth--;
    if (letter === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** @param {string} sentence */
export const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Keys of the rules that have a text, in the order of the file. */
export const ruleKeys = () => Object.keys(fallback).filter((key) => key.startsWith("rule.") && key.endsWith(".title")).map((key) => key.slice(0, -".title".length)).filter((key) => has(key));
