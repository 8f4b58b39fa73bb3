import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { word } from "../words.js";

/** @typedef {import("../main.js").App} App */

const PAGES = /** @type {const} */ (["home", "new", "profile", "rules", "settings"]);

/** A page around its content, with the way to the others. @param {App} app @param {string} title @param {unknown} content */
export const page = (app, title, content) => html`
  <header class="top"><a class="brand" href="#/home">Last Reel</a><nav aria-label=${word("ui.pages")}>${PAGES.map((name) => html`<a href=${`#/${name}`} aria-current=${(app.screen || "home") === name ? "page" : nothing}>${word(`screen.${name}`)}</a>`)}</nav></header>
  <main class="page"><h1 tabindex="-1">${title}</h1>${app.problem ? html`<p class="error">${app.problem}</p>` : nothing}${content}</main>
  <footer class="foot"><p>${word("ui.unofficial")}</p></footer>`;

/** Killer against location with the girl. @param {App} app @param {{ killer: string, location: string, girl: string, extreme?: boolean, epic?: boolean }} game */
export const pairing = (app, { killer, location, girl, extreme, epic }) => html`<b>${app.names.of(girl)}</b> ${word("ui.versus", { killer, location }, app.names.of)}${extreme ? html` <span class="tag">${word("ui.extreme-short")}</span>` : nothing}${epic ? html` <span class="tag">${word("ui.epic-short")}</span>` : nothing}`;

/** Save something as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
