// `npm run dev`: changes of screens are hot-reloaded; other changes restart the server.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

ensureInstalled();

const restartOn = ["db", "lib", "sandbox", "server", "shop"];
let child = null;
let restarting;

function start() {
  child = spawn(projectNode, [join(rootDir, "scripts/dev-server.mjs")], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "development" },
  });
}

function restart(file) {
  clearTimeout(restarting);
  restarting = setTimeout(() => {
    console.log(`${file} changed: restarting`);
    child.once("exit", start);
    if (child.exitCode === null) child.kill("SIGTERM");
    else start();
  }, 100);
}

for (const folder of restartOn) {
  watch(join(rootDir, folder), { recursive: true }, (_event, name) => {
    if (name && !name.includes(".test.")) restart(join(folder, name));
  });
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    child.once("exit", () => process.exit(0));
    child.kill(signal);
  });
}
start();
