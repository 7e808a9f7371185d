// The server of `npm run dev`: the same main as in production, with Vite as middleware.
import { createServer } from "vite";
import { rootDir } from "./lib/prepare.mjs";

const vite = await createServer({
  root: rootDir,
  server: { middlewareMode: true },
  appType: "custom",
});
const { main } = await vite.ssrLoadModule("/server/main.ts");
await main({
  build: () => vite.ssrLoadModule("virtual:react-router/server-build"),
  rootDir,
  assetsDir: null,
  mailThread: null,
  before: vite.middlewares,
  close: () => vite.close(),
});
