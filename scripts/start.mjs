// `npm start`: installs what is missing, builds what is stale, and becomes the shop.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";
import { memorySettings } from "./lib/start-settings.mjs";

if (process.platform === "linux" && process.execve && !process.env.MALLOC_ARENA_MAX) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  // Begins again as the same process: some 40 MB less at rest (docs/performance.md).
  process.execve(process.execPath, args, { ...memorySettings, ...process.env });
}

ensureInstalled();
ensureBuilt();

process.env.NODE_ENV = "production";
const server = join(rootDir, "build/server/index.js");

if (Number(process.versions.node.split(".")[0]) >= 24) {
  endWithParent();
  // What V8 compiled at one start is read back at the next; the processes that the shop starts are told, too.
  const { directory } = module.enableCompileCache(join(rootDir, "build/compiled"));
  if (directory) process.env.NODE_COMPILE_CACHE = directory;
  await import(server);
} else {
  // Inside npm scripts `node` is the project's own once it is installed: this is the very first start.
  const child = spawn(projectNode, [...process.execArgv, import.meta.filename ?? process.argv[1]], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** When npm is killed, it cannot tell us: without this the shop would go on, and keep the port. */
function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const started = ancestors();
  setInterval(() => {
    if (ancestors() !== started) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

/** Who started us, and who started them: npm stands behind a shell, which outlives it. */
function ancestors() {
  const parent = process.ppid;
  try {
    const status = readFileSync(`/proc/${parent}/status`, "utf8");
    return `${parent} ${/^PPid:\s+(\d+)/m.exec(status)?.[1]}`;
  } catch {
    // Not Linux: the shell is all that can be watched.
    return String(parent);
  }
}
