// `npm run test:long`: what takes too long for every commit: twenty times as many random stories of payments, every
// attack and fault, and fifty kills; on both databases. Ends with one line for each.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findPostgres, startPostgres } from "./lib/postgres.mjs";
import { ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

ensureInstalled();
const bin = process.env.TEST_DATABASE_URL ? null : findPostgres();
const postgres = bin && (await startPostgres(bin));
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
process.env.LIFECYCLE_RUNS ??= "20";

const results = {
  stories: run(
    "node_modules/vitest/vitest.mjs",
    "run",
    "lifecycle",
    "lying-hosts",
    "issue-address",
  ),
  attacks: run("scripts/hostile.mjs"),
  kills: run("scripts/kills.mjs"),
};
await postgres?.stop();

for (const [name, passed] of Object.entries(results))
  console.log(`${name}: ${passed ? "passed" : "FAILED"}`);
if (!process.env.TEST_DATABASE_URL) console.log("NOT RUN on PostgreSQL: no server was found");
process.exit(Object.values(results).every(Boolean) ? 0 : 1);

function run(script, ...args) {
  const { status } = spawnSync(projectNode, [join(rootDir, script), ...args], {
    cwd: rootDir,
    stdio: "inherit",
  });
  return status === 0;
}
