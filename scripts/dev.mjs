// `npm run dev`: changes of screens are hot-reloaded; other changes restart the server.
import { spawn } from "node:child_process";
import { readdirSync, statSync, watch } from "node:fs";
import { join, sep } from "node:path";
import { watchNpm } from "./lib/parent.mjs";
import { ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";
import { restartOn } from "./lib/restart-on.mjs";

ensureInstalled({ tools: true });

/** The server; null while none runs. */
let server = null;
let debounce;
/** Whether the server was told to exit, to start again. */
let restarting = false;
let stopping = false;

function start() {
  restarting = false;
  server = spawn(projectNode, [join(rootDir, "scripts/dev-server.mjs")], {
    // With an IPC channel the server exits when this process does, even if that is killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // In its own process group: Ctrl-C would reach it twice, and a second signal skips the shutdown.
    detached: true,
    env: { ...process.env, NODE_ENV: "development" },
  });
  server.once("exit", (code) => {
    server = null;
    if (stopping) process.exit(code ?? 0);
    if (restarting) start();
    else console.log("The server has exited. The next change starts it again.");
  });
}

function restart(file) {
  if (stopping) return;
  console.log(`${file} changed: restarting`);
  if (!server) return start();
  if (!restarting) server.kill("SIGTERM");
  restarting = true;
}

function stop(signal) {
  clearTimeout(debounce);
  if (!server) process.exit(0);
  stopping = true;
  server.kill(signal);
}

/**
 * Watches a folder and those in it, one by one: on Linux, Node's recursive watch loses a file that an editor replaces by
 * renaming.
 */
function watchFolder(folder) {
  watch(join(rootDir, folder), (_event, name) => {
    const file = join(folder, name ?? "");
    if (isFolder(file)) return watchFolder(file);
    if (!/\.(json|sql|tsx?)$/.test(file) || file.includes(".test.")) return;
    if (!restartOn.some((path) => file === join(path) || file.startsWith(join(path, sep)))) return;
    clearTimeout(debounce);
    debounce = setTimeout(() => restart(file), 100);
  });
  for (const name of readdirSync(join(rootDir, folder)))
    if (isFolder(join(folder, name))) watchFolder(join(folder, name));
}

function isFolder(path) {
  return statSync(join(rootDir, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

for (const folder of new Set(restartOn.map((path) => path.split("/")[0]))) watchFolder(folder);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(signal));
watchNpm(() => {
  if (!stopping) stop("SIGTERM");
});
start();
