import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { findPostgres, startPostgres } from "./postgres.mjs";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./prepare.mjs";

/**
 * Runs end-to-end tests one at a time, on PostgreSQL too where a server is installed, with `args` for Playwright and
 * `env` beside the environment. Unit tests among the files run first, then request tests, on each database. Returns the
 * exit code.
 */
export async function runBrowserTests(args, env) {
  ensureInstalled({ tools: true });
  if (!(await findChromium())) {
    console.error("No Chromium: install the package `chromium`, or set CHROMIUM_PATH.");
    return 1;
  }
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL && !(await isDatabaseReachable(TEST_DATABASE_URL))) return 1;
  ensureBuilt();
  const bin = TEST_DATABASE_URL ? null : findPostgres();
  const postgres = bin && (await startPostgres(bin));
  const serverUrl = TEST_DATABASE_URL ?? postgres?.url ?? "";
  const run = (cli, cliArgs, url) =>
    spawnSync(projectNode, [join(rootDir, "node_modules", cli), ...cliArgs], {
      cwd: rootDir,
      stdio: "inherit",
      env: { ...process.env, TEST_DATABASE_URL: url, ...env },
    }).status ?? 1;
  const isRequests = (arg) => arg.startsWith("tests/requests/");
  const requests = args.filter(isRequests);
  const isUnit = (arg) => arg.endsWith(".test.ts") && !isRequests(arg);
  const units = args.filter(isUnit);
  const others = args.filter((arg) => !isRequests(arg) && !isUnit(arg));
  const statuses = [];
  if (units.length > 0) statuses.push(run("vitest/vitest.mjs", ["run", ...units], serverUrl));
  if (requests.length > 0)
    for (const url of serverUrl ? ["", serverUrl] : [""])
      statuses.push(run("vitest/vitest.mjs", [...VITEST, ...requests], url));
  if (others.some((arg) => !arg.startsWith("-")) || statuses.length === 0)
    statuses.push(run("@playwright/test/cli.js", ["test", ...others, "--workers=1"], serverUrl));
  await postgres?.stop();
  return Math.max(...statuses);
}

const VITEST = ["run", "--config", "tests/requests/vitest.config.ts"];

/** Says why not, so that it is not each test that does. */
async function isDatabaseReachable(url) {
  const { Client } = await import("pg").then(({ default: pg }) => pg);
  try {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    console.error(`The database of TEST_DATABASE_URL does not respond: ${error.message}`);
    return false;
  }
}
