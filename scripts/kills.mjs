// `npm run kills`: kills the server fifty times while customers buy and pay, on the embedded database and on PostgreSQL.
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
const { status } = spawnSync(
  projectNode,
  [playwright, "test", "tests/e2e/kills.spec.ts", "--workers=1"],
  { cwd: rootDir, stdio: "inherit", env: { ...process.env, KILLS: process.env.KILLS ?? "50" } },
);
await postgres?.stop();
process.exit(status ?? 1);
