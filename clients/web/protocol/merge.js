/**
 * RFC 7396 merge patch with structural sharing: an untouched branch keeps its identity, so views can be compared with ===.
 * @template T
 * @param {T} target
 * @param {unknown} patch
 * @returns {T}
 */
export function mergePatch(target, patch) {
  if (!isMap(patch)) return /** @type {T} */ (patch);
  const base = isMap(target) ? target : null;
  /** @type {Record<string, unknown>} */
  const source = base ?? {};
  /** @type {Record<string, unknown> | null} */
  let copy = base ? null : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      if (key in source) delete (copy ??= { ...source })[key];
      continue;
    }
    const merged = mergePatch(source[key], value);
    if (merged !== source[key] || !(key in source)) (copy ??= { ...source })[key] = merged;
  }
  return /** @type {T} */ (copy ?? source);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isMap(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
