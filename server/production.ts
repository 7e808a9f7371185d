import { fileURLToPath } from "node:url";
import * as build from "virtual:react-router/server-build";
import { main } from "./main.ts";

// Built to build/server/index.js: the root is two folders up.
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// The benchmarks render these screens without the rest.
export { build };
await main({
  build,
  rootDir: pathOf("../../"),
  assetsDir: pathOf("../client"),
});
