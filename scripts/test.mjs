// `npm test`: installs the tools of the tests where possible, checks the sources and runs the core of the tests.
// `npm run test:all` runs all tests. Arguments select stages, and options are for Playwright:
// `npm run test:all -- browser --shard=1/2`.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { printBanner } from "./lib/banner.mjs";
import { findArial, findChromium, findHeadlessShell } from "./lib/chromium.mjs";
import { findPostgres, startPostgres } from "./lib/postgres.mjs";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";
import { childProcessorSeconds } from "./lib/processor-time.mjs";
import { printErrorContexts, readReport } from "./lib/test-reports.mjs";
import { ensureTool, findProgram } from "./lib/tools.mjs";

/** What the stages need beside Node: the Debian package, how to find it, and what does not run without it. */
const tools = {
  chromium: {
    find: async () =>
      (await ensureTool("chromium-headless-shell", findHeadlessShell)) ??
      ensureTool("chromium", findChromium),
    without: "end-to-end tests (no Chromium: install the package `chromium`, or set CHROMIUM_PATH)",
  },
  arial: {
    find: () => ensureTool("fonts-liberation", findArial),
    without:
      "layout shifts, with the fonts of most visitors (no font like Arial: install the package `fonts-liberation`)",
  },
  postgres: {
    find: () => process.env.TEST_DATABASE_URL ?? ensureTool("postgresql", findPostgres),
    without:
      "tests on PostgreSQL (no PostgreSQL server: install the package `postgresql`, or set TEST_DATABASE_URL)",
  },
  // The programs that check the configuration that owners install (scripts/going-live.test.ts).
  ...Object.fromEntries(
    Object.entries({
      nginx: "nginx-light",
      caddy: "caddy",
      "systemd-analyze": "systemd",
      crontab: "cron",
    }).map(([program, packageName]) => [
      program,
      {
        find: () => ensureTool(packageName, () => findProgram(program)),
        without: `the check of what owners install by ${program}, which is not installed`,
      },
    ]),
  ),
};

const checkers = ["nginx", "caddy", "systemd-analyze", "crontab"];
const stages = {
  sources: { title: "Sources", needs: [], run: checkSources },
  unit: {
    title: "Unit, property and database tests",
    needs: ["postgres"],
    needsInFull: checkers,
    run: () => runVitest("unit.json", ["--reporter=dot"]),
  },
  requests: {
    title: "Request tests",
    needs: ["postgres"],
    run: () =>
      runVitest("requests.json", ["--config=tests/requests/vitest.config.ts", "--reporter=dot"]),
  },
  commands: {
    title: "Documented commands",
    needs: ["chromium", "postgres"],
    inFullOnly: true,
    run: () =>
      runVitest("commands.json", [
        "--config=tests/commands/vitest.config.ts",
        "--reporter=verbose",
      ]),
  },
  browser: {
    title: "End-to-end tests",
    needs: ["chromium", "postgres"],
    needsInFull: ["arial"],
    run: runBrowser,
  },
};

const args = process.argv.slice(2);
const inFull = args.includes("--all");
const playwrightOptions = args.filter((arg) => arg.startsWith("--") && arg !== "--all");
const named = args.filter((arg) => !arg.startsWith("--"));
const unknown = named.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown[0]}. There are: ${Object.keys(stages).join(", ")}.`);
  process.exit(1);
}
const selected = Object.entries(stages)
  .filter(([name, { inFullOnly }]) =>
    named.length > 0 ? named.includes(name) : inFull || !inFullOnly,
  )
  .map(([, stage]) => stage);

const results = join(rootDir, "test-results");
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const skippedChecks = [];
const processorSeconds = [];

ensureInstalled({ tools: true });
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

const needed = new Set(
  selected.flatMap(({ needs, needsInFull = [] }) => [...needs, ...(inFull ? needsInFull : [])]),
);
const found = {};
for (const name of needed) found[name] = await tools[name].find();
const didNotRun = [...needed].filter((name) => !found[name]).map((name) => tools[name].without);

const needsServer = found.postgres && !process.env.TEST_DATABASE_URL;
const server = needsServer ? await startPostgres(found.postgres) : null;
if (server) process.env.TEST_DATABASE_URL = server.url;
// `npm test` takes a fifth of the random stories, and leaves to `npm run test:all` what tests/tiers.ts names.
if (!inFull) {
  process.env.TEST_TIER = "core";
  process.env.RUNS ??= "0.2";
}

try {
  for (const { title, run } of selected) {
    console.log(`\n== ${title}`);
    const began = { at: Date.now(), seconds: childProcessorSeconds() };
    run();
    const seconds = childProcessorSeconds() - began.seconds;
    processorSeconds.push([title, seconds]);
    const elapsed = (Date.now() - began.at) / 1000;
    console.log(`   ${elapsed.toFixed(0)} s, ${seconds.toFixed(0)} processor seconds`);
  }
} finally {
  const before = childProcessorSeconds();
  await server?.stop();
  if (server) processorSeconds.push(["PostgreSQL server", childProcessorSeconds() - before]);
}

printBanner("FAILED:", failures);
printBanner("NOT CHECKED (counted as skipped):", skippedChecks);
printBanner("NOT RUN on this machine:", didNotRun);
console.log("\nProcessor seconds:");
for (const [title, seconds] of [...processorSeconds, ["together", childProcessorSeconds()]])
  console.log(`  ${seconds.toFixed(0).padStart(5)}  ${title}`);
if (process.env.CI) totals.failed += didNotRun.length;
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);

function checkSources() {
  const file = join(results, "check.json");
  const hasPassed = run("scripts/check.mjs", [`--report=${file}`]);
  const { notChecked } = JSON.parse(readFileSync(file, "utf8"));
  skippedChecks.push(...notChecked);
  addResult({
    counts: { passed: Number(hasPassed), failed: Number(!hasPassed), skipped: notChecked.length },
    failures: hasPassed ? [] : ["the sources: see the lines under “Sources”"],
  });
}

function runVitest(reportName, vitestArgs) {
  const file = join(results, reportName);
  const reporter = ["--reporter=json", `--outputFile.json=${file}`];
  const hasPassed = run("node_modules/vitest/vitest.mjs", ["run", ...vitestArgs, ...reporter]);
  addResult(readReport(file, hasPassed));
}

function runBrowser() {
  if (!found.chromium) return;
  ensureBuilt();
  const hasPassed = run("node_modules/@playwright/test/cli.js", ["test", ...playwrightOptions]);
  addResult(readReport(join(results, "browser.json"), hasPassed));
  if (!hasPassed) printErrorContexts(results);
}

function run(script, scriptArgs) {
  const { status } = spawnSync(projectNode, [join(rootDir, script), ...scriptArgs], {
    cwd: rootDir,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status === 0;
}

function addResult(result) {
  for (const [kind, count] of Object.entries(result.counts)) totals[kind] += count;
  failures.push(...result.failures);
}
