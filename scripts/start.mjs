// `npm start`: installs and builds if needed, and runs the shop.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { watchNpm } from "./lib/parent.mjs";
import {
  ensureBuilt,
  ensureInstalled,
  isNodeRecent,
  projectNode,
  rootDir,
} from "./lib/prepare.mjs";
import { memorySettings } from "./lib/start-settings.mjs";

if (process.argv.includes("--version")) {
  const { version } = JSON.parse(readFileSync(join(rootDir, "package.json"), "utf8"));
  console.log(version);
  process.exit();
}

if (process.platform === "linux" && process.execve && !process.env.MALLOC_ARENA_MAX) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  // Restarts in the same process with the allocator settings: some 40 MB less when idle.
  process.execve(process.execPath, args, { ...memorySettings, ...process.env });
}

ensureInstalled();
ensureBuilt();

process.env.NODE_ENV = "production";
const server = join(rootDir, "build/server/index.js");

if (isNodeRecent) {
  watchNpm(() => process.kill(process.pid, "SIGTERM"));
  // Reuses V8's compiled code at the next start, also in child processes.
  const { directory } = module.enableCompileCache(join(rootDir, "build/compiled"));
  if (directory) process.env.NODE_COMPILE_CACHE = directory;
  const { run } = await import(server);
  await run();
} else {
  // Only at the very first start: afterwards `node` is the project's own inside npm scripts.
  const child = spawn(projectNode, [...process.execArgv, import.meta.filename ?? process.argv[1]], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}
