/** Everything but the first page: loaded while one looks at that. */
import { newScreen } from "./screens/new.js";
import { tableScreen } from "./screens/table.js";
import { replayScreen } from "./screens/replay.js";
import { profileScreen } from "./screens/profile.js";
import { rulesScreen } from "./screens/rules.js";
import { settingsScreen } from "./screens/settings.js";
import { endScreen } from "./screens/end.js";

export { Table } from "./table.js";
export { Replay } from "./replay.js";
export { handleKey } from "./keys.js";

export const SCREENS = /** @type {Record<string, (app: import("./main.js").App) => unknown>} */ ({
  new: newScreen, table: tableScreen, watch: tableScreen, replay: replayScreen, profile: profileScreen, rules: rulesScreen, settings: settingsScreen, end: endScreen,
});
