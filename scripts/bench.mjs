// `npm run bench`: prints how long the screens of the back office take as the shop grows.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

ensureInstalled();
ensureBuilt();
const main = join(rootDir, "bench/back-office.ts");
const { status } = spawnSync(projectNode, [main, ...process.argv.slice(2)], {
  cwd: rootDir,
  stdio: "inherit",
});
process.exit(status ?? 1);
