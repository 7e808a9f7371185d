// The server of `npm run dev`: the same main as in production, with Vite as middleware.
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { createServer } from "vite";
import { rootDir } from "./lib/prepare.mjs";
import { restartOn } from "./lib/restart-on.mjs";

// The shop stops at this, too, but only once it is open.
process.once("disconnect", () => process.exit(1));

// Vite's WebSocket shares the port of the shop: an open page that waits for it reloads when the shop is back.
const upgrades = new EventEmitter();
const vite = await createServer({
  root: rootDir,
  server: {
    middlewareMode: true,
    ws: { server: upgrades },
    // Pages would request these from a server that is about to restart.
    watch: {
      ignored: restartOn.flatMap((name) => [join(rootDir, name), join(rootDir, name, "**")]),
    },
  },
  appType: "custom",
});
const { main } = await vite.ssrLoadModule("/server/main.ts");
await main({
  build: () => vite.ssrLoadModule("virtual:react-router/server-build"),
  rootDir,
  assetsDir: null,
  vite: { middleware: vite.middlewares, upgrades, close: () => vite.close() },
});
