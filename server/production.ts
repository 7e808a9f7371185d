import { fileURLToPath } from "node:url";
import * as build from "virtual:react-router/server-build";
import { main } from "./main.ts";
import { openApp, readStoredAtStart } from "./open-app.ts";
import type { StartOptions } from "./start.ts";

// Built to build/server/index.js: the root is two folders up.
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const options: StartOptions = {
  build,
  rootDir: pathOf("../../"),
  assetsDir: pathOf("../client"),
};
// The request tests open the app in their own process.
export { openApp, options, readStoredAtStart };

/** Runs the shop: `npm start` imports this file. */
export const run = (): Promise<void> => main(options);
if (import.meta.main) await run();
