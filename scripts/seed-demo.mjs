// `npm run seed:demo`: fills a new shop with a year of orders, the same ones every time.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

ensureInstalled();
const main = join(rootDir, "scripts/demo/main.ts");
const { status } = spawnSync(projectNode, [main, ...process.argv.slice(2)], {
  cwd: rootDir,
  stdio: "inherit",
});
process.exit(status ?? 1);
