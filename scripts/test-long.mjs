// `npm run test:long`: what takes too long for every commit: twenty times as many random stories of payments, every
// attack and fault, and fifty kills; on both databases. Ends with one line for each.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runBrowserTests } from "./lib/browser-tests.mjs";
import { findPostgres, startPostgres } from "./lib/postgres.mjs";
import { ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

ensureInstalled();
const bin = process.env.TEST_DATABASE_URL ? null : findPostgres();
const postgres = bin && (await startPostgres(bin));
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
const vitest = join(rootDir, "node_modules/vitest/vitest.mjs");
const { LIFECYCLE_RUNS = "20", KILLS = "50" } = process.env;

const stories = spawnSync(
  projectNode,
  [vitest, "run", "lifecycle", "lying-hosts", "issue-address"],
  {
    cwd: rootDir,
    stdio: "inherit",
    env: { ...process.env, LIFECYCLE_RUNS },
  },
).status;
const attacks = await runBrowserTests(["tests/e2e/hostile/", "tests/e2e/timing.spec.ts"], {
  HOSTILE: "full",
});
const kills = await runBrowserTests(["tests/e2e/kills.spec.ts"], { KILLS });
await postgres?.stop();

for (const [name, status] of Object.entries({ stories, attacks, kills }))
  console.log(`${name}: ${status === 0 ? "passed" : "FAILED"}`);
if (!process.env.TEST_DATABASE_URL) console.log("NOT RUN on PostgreSQL: no server was found");
process.exit(stories === 0 && attacks === 0 && kills === 0 ? 0 : 1);
