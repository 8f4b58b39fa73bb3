/** @typedef {import("./types").CreateGame} CreateGame @typedef {import("./types").Created} Created @typedef {import("./types").Watchable} Watchable */
/** @typedef {import("./view").Content} Content @typedef {import("./view").Art} Art @typedef {import("./view").Graph} Graph */

/** A refused request: the server's error code. */
export class Refused extends Error {
  /** @param {string} code @param {number} status */
  constructor(code, status) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
async function ask(path, init) {
  const answer = await fetch(path, init);
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Refused(problem.code ?? "http", answer.status);
}

/** @param {CreateGame} setup @returns {Promise<Created>} */
export async function createGame(setup) {
  const body = JSON.stringify(setup);
  return (await ask("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body })).json();
}

/** A new game that goes on from an entry of a finished one. @param {string} game @param {string} token @param {number} entry @returns {Promise<Created>} */
export async function branchGame(game, token, entry) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return (await ask(`/api/games/${game}/branch`, { method: "POST", headers, body: JSON.stringify({ entry }) })).json();
}

/** @returns {Promise<Watchable>} */
export const watchable = async () => (await ask("/api/games")).json();

/** @returns {Promise<Content>} */
export async function content() {
  const raw = await (await ask("/api/content")).json();
  return { killers: byId(raw.killers), locations: byId(raw.locations), girls: byId(raw.girls), cards: byId(raw.cards), rules: raw.rules };
}

/**
 * A collection as a map, whether it came as a list or a map.
 * @param {any} collection
 * @returns {Record<string, any>}
 */
function byId(collection) {
  const pairs = Array.isArray(collection) ? collection.map((one) => [one.id, one]) : Object.entries(collection ?? {});
  return Object.fromEntries(pairs.map(([id, one]) => [id, { ...one, id, name: one.name ?? id }]));
}

/** @param {string} location @returns {Promise<Graph>} */
export const graph = async (location) => (await ask(`/api/content/${location}/board`)).json();

/** @typedef {{ id: string, film: string, text: string, half: string, games: string[] }} Achievement */

/** Every achievement, with those of the finished games that have earned it. @param {{ game: string, token: string }[]} games @returns {Promise<Achievement[]>} */
export async function achievements(games) {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ games }) };
  return (await (await ask("/api/achievements", init)).json()).achievements;
}

/** How a board is drawn; null if nobody has drawn it yet. @param {string} location @returns {Promise<Art | null>} */
export async function art(location) {
  const answer = await fetch(new URL(`../boards/${location}.json`, import.meta.url));
  return answer.ok ? answer.json() : null;
}

/** @param {string} language @returns {Promise<Record<string, string>>} */
export const words = async (language) => (await ask(String(new URL(`../words/${language}.json`, import.meta.url)))).json();

/**
 * Every picture of a finished game as a role saw it: the first view, then patches with their facts.
 * @param {string} game @param {string} token @param {string} role
 * @returns {Promise<{ view: any, facts?: any[], entry: number, steps: { patch: any, facts: any[], entry: number }[] }>}
 */
export async function replay(game, token, role) {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  return (await ask(`/api/games/${game}/replay?role=${role}`, { headers })).json();
}
