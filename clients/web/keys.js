/** One table of keys: the handler, the tooltips and the help page all come from it. */
/** @typedef {{ keys: string[], shown: string, word: string, act: (t: import("./table.js").Table, event: KeyboardEvent) => void }} Binding */

/** @type {Binding[]} */
export const BINDINGS = [
  { keys: ["?"], shown: "?", word: "key.help", act: (t) => t.show({ help: !t.ui.help }) },
  { keys: ["i"], shown: "i", word: "key.details", act: (t) => t.details() },
  { keys: ["p"], shown: "p", word: "key.point", act: (t) => t.point(t.ui.focus) },
  { keys: ["z"], shown: "z", word: "key.undo", act: (t) => t.undo() },
  { keys: [" "], shown: "Space", word: "key.skip", act: (t) => t.skip() },
  { keys: ["v"], shown: "v", word: "key.victim", act: (t) => t.jump("victim") },
  { keys: ["k"], shown: "k", word: "key.killer", act: (t) => t.jump("killer") },
  { keys: ["g"], shown: "g", word: "key.girl", act: (t) => t.jump("girl") },
  { keys: ["x"], shown: "x", word: "key.exit", act: (t) => t.jump("exit") },
  { keys: ["d"], shown: "d", word: "key.decision", act: (t) => t.sayDecision() },
  { keys: ["l"], shown: "l", word: "key.last", act: (t) => t.sayLast() },
  { keys: ["s"], shown: "s", word: "key.status", act: (t) => t.sayStatus() },
  { keys: ["c"], shown: "c", word: "key.chat", act: (t, event) => t.focusChat(event) },
  { keys: ["+", "="], shown: "+", word: "key.zoom-in", act: (t) => t.zoom(1.25) },
  { keys: ["-"], shown: "-", word: "key.zoom-out", act: (t) => t.zoom(0.8) },
  { keys: ["0"], shown: "0", word: "key.fit", act: (t) => t.fit() },
  { keys: ["ArrowLeft"], shown: "←", word: "key.back", act: (t) => t.step(-1) },
  { keys: ["ArrowRight"], shown: "→", word: "key.forward", act: (t) => t.step(1) },
  { keys: ["["], shown: "[", word: "key.phase-back", act: (t) => t.phase(-1) },
  { keys: ["]"], shown: "]", word: "key.phase-forward", act: (t) => t.phase(1) },
  { keys: ["Home"], shown: "Home", word: "key.start", act: (t) => t.look(0) },
  { keys: ["End"], shown: "End", word: "key.now", act: (t) => t.skip() },
];

/** Keys described on the help page only: the browser or the focused part does them. */
export const OTHERS = [["1–9 0", "key.choose"], ["q w e …", "key.choose-more"], ["Tab", "key.tab"], ["← ↑ → ↓", "key.arrows"], ["Enter", "key.enter"], ["Esc", "key.escape"]];

/** @param {EventTarget | null} target */
const typing = (target) => target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));

/** @param {import("./table.js").Table} t @param {KeyboardEvent} event @param {boolean} letters  whether single letters are switched on */
export function handleKey(t, event, letters) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.key === "Escape") return t.escape(event);
  if (typing(event.target)) return;
  const inside = event.target instanceof Element ? event.target : null;
  if (event.key === " " && inside?.closest("button, a, summary, [role=button]")) return;
  if (event.key.startsWith("Arrow") && inside?.closest("#map, .scroll, [role=slider]")) return;
  if ((event.key === "Home" || event.key === "End") && inside?.closest(".scroll")) return;
  if (!letters && /^[a-z]$/.test(event.key)) return;
  if (t.chooseByKey(event.key)) return event.preventDefault();
  const binding = BINDINGS.find(({ keys }) => keys.includes(event.key));
  if (!binding) return;
  event.preventDefault();
  binding.act(t, event);
}
