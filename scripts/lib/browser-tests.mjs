import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findPostgres, startPostgres } from "./postgres.mjs";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./prepare.mjs";

/**
 * Runs end-to-end tests one at a time, on PostgreSQL too where a server is installed, with `args` for Playwright and
 * `env` beside the environment. Returns the exit code.
 */
export async function runBrowserTests(args, env) {
  ensureInstalled();
  ensureBuilt();
  const bin = process.env.TEST_DATABASE_URL ? null : findPostgres();
  const postgres = bin && (await startPostgres(bin));
  const playwright = join(rootDir, "node_modules/@playwright/test/cli.js");
  const { status } = spawnSync(projectNode, [playwright, "test", ...args, "--workers=1"], {
    cwd: rootDir,
    stdio: "inherit",
    env: { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }), ...env },
  });
  await postgres?.stop();
  return status ?? 1;
}
