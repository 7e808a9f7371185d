// `npm start`: installs what is missing, builds what is stale, and becomes the shop.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

ensureInstalled();
ensureBuilt();

process.env.NODE_ENV = "production";
const server = join(rootDir, "build/server/index.js");

if (Number(process.versions.node.split(".")[0]) >= 24) {
  endWithParent();
  await import(server);
} else {
  // Inside npm scripts `node` is the project's own once it is installed: this is the very first start.
  const child = spawn(projectNode, [import.meta.filename ?? process.argv[1]], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** When npm is killed, it cannot tell us: without this the shop would go on, and keep the port. */
function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}
