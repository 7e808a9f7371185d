// `npm run test:long`: what takes too long for every commit: twenty times as many random stories of payments, every
// attack and fault, and fifty kills; on both databases. Ends with one line for each. `npm run test:long -- kills` runs
// one of the three, with further arguments for it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findPostgres, startPostgres } from "./lib/postgres.mjs";
import { ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

const parts = {
  stories: [
    "node_modules/vitest/vitest.mjs",
    "run",
    "lifecycle",
    "lying-hosts",
    "issue-address",
    "bolt11-ldk",
  ],
  attacks: ["scripts/hostile.mjs"],
  kills: ["scripts/kills.mjs"],
};
const names = Object.keys(parts);
const [part, ...args] = process.argv.slice(2);
if (part && !names.includes(part)) {
  console.error(`There is no part ${part}. There are: ${names.join(", ")}.`);
  process.exit(1);
}

ensureInstalled({ tools: true });
const bin = process.env.TEST_DATABASE_URL ? null : findPostgres();
const postgres = bin && (await startPostgres(bin));
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
process.env.RUNS ??= "20";

const results = (part ? [part] : names).map((name) => ({
  name,
  passed: run(...parts[name], ...args),
}));
await postgres?.stop();

for (const { name, passed } of results) console.log(`${name}: ${passed ? "passed" : "FAILED"}`);
if (!process.env.TEST_DATABASE_URL) console.log("NOT RUN on PostgreSQL: no server was found");
process.exit(results.every(({ passed }) => passed) ? 0 : 1);

function run(script, ...args) {
  const { status } = spawnSync(projectNode, [join(rootDir, script), ...args], {
    cwd: rootDir,
    stdio: "inherit",
  });
  return status === 0;
}
