// `npm run test:hostile`: the full set of attack and fault tests, on the embedded database and on PostgreSQL.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findPostgres, startPostgres } from "./lib/postgres.mjs";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

ensureInstalled();
ensureBuilt();
const bin = process.env.TEST_DATABASE_URL ? null : findPostgres();
const postgres = bin && (await startPostgres(bin));
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
const playwright = join(rootDir, "node_modules/@playwright/test/cli.js");
const selected = process.argv.slice(2);
const { status } = spawnSync(
  projectNode,
  [
    playwright,
    "test",
    ...(selected.length > 0 ? selected : ["tests/e2e/hostile/", "tests/e2e/timing.spec.ts"]),
    "--workers=1",
  ],
  { cwd: rootDir, stdio: "inherit", env: { ...process.env, HOSTILE: "full" } },
);
await postgres?.stop();
process.exit(status ?? 1);
