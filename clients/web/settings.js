/** @typedef {{ theme: "auto" | "dark" | "light", size: number, motion: "auto" | "reduced", speed: number, volume: number, keys: boolean, hints: boolean, language: string, advice: boolean, name: string }} Settings */

/** @type {Settings} */
const DEFAULTS = { theme: "dark", size: 100, motion: "auto", speed: 1, volume: 0, keys: true, hints: true, language: "en", advice: true, name: "" };

/** What this browser remembers; nothing of it goes to the server. @template T @param {string} key @param {T} otherwise @returns {T} */
export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`lastreel.${key}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`lastreel.${key}`, JSON.stringify(value));
  } catch { /* a full or forbidden storage costs memory, never the game */ }
}

/** @returns {Settings} */
export function loadSettings() {
  const language = navigator.language.startsWith("de") ? "de" : "en";
  return { ...DEFAULTS, language, ...recall("settings", {}) };
}

/** Theme, size and motion as attributes of the page. @param {Settings} settings */
export function applySettings({ theme, size, motion, language }) {
  const page = document.documentElement;
  page.dataset.theme = theme;
  page.dataset.motion = motion;
  page.dataset.size = String(size);
  page.lang = language;
}

/** @param {Settings} settings */
export const reduced = (settings) => settings.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
