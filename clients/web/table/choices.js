/** @typedef {import("../protocol/view").Decision} Decision @typedef {import("../protocol/view").Option} Option */

/** Which spaces an option points at: its targets, and what its id names. @param {{ spaceOf: (id: string) => string }} t @param {Option} option @returns {string[]} */
export function targetSpaces(t, option) {
  const named = option.targets?.length ? option.targets : [option.id.slice(option.id.indexOf(":") + 1)];
  return [...new Set(named.map((id) => t.spaceOf(id)).filter(Boolean))];
}

/** Space to the options that point at it. @param {{ spaceOf: (id: string) => string }} t @param {Decision | undefined} decision */
export function choices(t, decision) {
  /** @type {Map<string, Option[]>} */
  const found = new Map();
  for (const option of decision?.options ?? []) {
    for (const space of targetSpaces(t, option)) found.set(space, [...(found.get(space) ?? []), option]);
  }
  return found;
}

/** The key that picks an option: 1 to 9, 0, then letters that no command uses. @param {number} index */
export const optionKey = (index) => "1234567890qwertuofhjbmy".charAt(index);
