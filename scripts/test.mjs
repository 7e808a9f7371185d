// `npm test`: installs the tools of the tests where possible, and runs all checks and tests.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { printBanner } from "./lib/banner.mjs";
import { findArial, findChromium, findHeadlessShell } from "./lib/chromium.mjs";
import { findPostgres, startPostgres } from "./lib/postgres.mjs";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

const inCi = Boolean(process.env.CI);
const results = join(rootDir, "test-results");
const totals = { passed: 0, failed: 0, skipped: 0 };
const didNotRun = [];
const failures = [];
const skippedChecks = [];

ensureInstalled();
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

const chromium =
  (await ensureTool("chromium-headless-shell", findHeadlessShell)) ??
  (await ensureTool("chromium", findChromium));
const arial = chromium ? await ensureTool("fonts-liberation", findArial) : null;
const postgresBin = process.env.TEST_DATABASE_URL
  ? null
  : await ensureTool("postgresql", findPostgres);
const postgres = postgresBin ? await startPostgres(postgresBin) : null;
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;

// The programs that check the configuration that owners install (scripts/going-live.test.ts), and their packages.
const checkers = [
  { program: "nginx", name: "nginx-light" },
  { program: "caddy", name: "caddy" },
  { program: "systemd-analyze", name: "systemd" },
  { program: "crontab", name: "cron" },
];
const missingCheckers = [];
for (const { program, name } of checkers)
  if (!(await ensureTool(name, () => findProgram(program)))) missingCheckers.push(program);

try {
  stage("Sources", () => {
    const file = join(results, "check.json");
    const passed = run(join(rootDir, "scripts/check.mjs"), [`--report=${file}`]);
    count(passed ? { passed: 1 } : { failed: 1 });
    const { notChecked } = JSON.parse(readFileSync(file, "utf8"));
    count({ skipped: notChecked.length });
    skippedChecks.push(...notChecked);
    if (!passed) failures.push("the sources: see the lines under “Sources”");
  });

  stage("Unit, property and database tests", () => runVitest("unit.json", ["--reporter=dot"]));
  if (!process.env.TEST_DATABASE_URL)
    didNotRun.push(
      "database tests and some end-to-end tests on PostgreSQL (no PostgreSQL server: install the package `postgresql`, or set TEST_DATABASE_URL)",
    );
  for (const program of missingCheckers)
    didNotRun.push(`the check of what owners install by ${program}, which is not installed`);

  stage("Documented commands", () =>
    runVitest("commands.json", ["--config=tests/commands/vitest.config.ts", "--reporter=verbose"]),
  );
  const missing = [!chromium && "Chromium", !process.env.TEST_DATABASE_URL && "PostgreSQL"];
  if (missing.some(Boolean))
    didNotRun.push(`the documented commands that need ${missing.filter(Boolean).join(" or ")}`);

  if (chromium) {
    stage("End-to-end tests", () => {
      ensureBuilt();
      const passed = run(join(rootDir, "node_modules/@playwright/test/cli.js"), ["test"]);
      countReport(passed, join(results, "browser.json"), ({ stats, suites }) => {
        failures.push(...failedTests(suites));
        return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped };
      });
      if (!passed) printErrorContexts();
    });
    if (!arial)
      didNotRun.push(
        "layout shifts, with the fonts of most visitors (no font like Arial: install the package `fonts-liberation`)",
      );
  } else {
    didNotRun.push(
      "all end-to-end tests (no Chromium: install the package `chromium`, or set CHROMIUM_PATH)",
    );
  }
} finally {
  await postgres?.stop();
}

printBanner("FAILED:", failures);
printBanner("NOT CHECKED (counted as skipped):", skippedChecks);
printBanner("NOT RUN on this machine:", didNotRun);
if (inCi) totals.failed += didNotRun.length;
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);

/** Finds a tool, or installs it with apt; returns null if neither works. */
async function ensureTool(name, find) {
  const found = await find();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync("apt-get", ["--version"]).status !== 0) return null;
  console.log(`Installing ${name} …`);
  // In run level 1 Debian's packages do not start the servers that they install.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"], env });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
    stdio: ["ignore", "ignore", "inherit"],
    env,
  });
  return find();
}

/** Returns the path of a program, also where only root has it on the path; null if it is not installed. */
function findProgram(name) {
  const folders = [...process.env.PATH.split(":"), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

function stage(name, work) {
  console.log(`\n== ${name}`);
  const began = Date.now();
  work();
  console.log(`   ${((Date.now() - began) / 1000).toFixed(0)} s`);
}

function run(script, args) {
  const { status } = spawnSync(projectNode, [script, ...args], {
    cwd: rootDir,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status === 0;
}

/** Runs tests by Vitest and counts them, by a report with this name. */
function runVitest(name, args) {
  const file = join(results, name);
  const passed = run(join(rootDir, "node_modules/vitest/vitest.mjs"), [
    "run",
    ...args,
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  countReport(passed, file, (report) => {
    const failed = report.testResults.flatMap(failuresOf);
    failures.push(...failed);
    return {
      passed: report.numPassedTests,
      failed: failed.length,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  });
}

/** Counts a report. A suite that fails without a failed test, such as one that could not start, counts as one failure. */
function countReport(passed, file, read) {
  let counts = null;
  try {
    counts = read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // There is no report if the suite could not start.
  }
  if (counts) count(counts);
  if (counts?.failed > 0 || (counts && passed)) return;
  count({ failed: 1 });
  failures.push(`${relative(rootDir, file)}: the suite failed without a failed test`);
}

/** Returns the failed tests of a file, each with the first line of its error. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(rootDir, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [`${file}: ${message.split("\n")[0]}`];
  return failed.map(
    ({ fullName, failureMessages: [why = ""] }) => `${file} ${fullName}: ${why.split("\n")[0]}`,
  );
}

/** Returns the failed end-to-end tests by location and title. */
function failedTests(suites) {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...failedTests(inner),
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ]);
}

/** Prints what Playwright noted of each failure, such as the page's content: after a run in CI only the output remains. */
function printErrorContexts() {
  for (const file of readdirSync(results, { recursive: true, encoding: "utf8" }))
    if (file.endsWith("error-context.md"))
      console.log(`\n${file}\n${readFileSync(join(results, file), "utf8")}`);
}

function count({ passed = 0, failed = 0, skipped = 0 }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}
