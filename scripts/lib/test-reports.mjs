// Reads the reports of Vitest and Playwright.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { rootDir } from "./prepare.mjs";

/**
 * Returns the counts and the failures of a suite by its JSON report. A suite that fails without a failed test, such as
 * one that could not start and wrote no report, counts as one failure.
 */
export function readReport(file, hasPassed) {
  const report = parseReport(file);
  if (report && (report.counts.failed > 0 || hasPassed)) return report;
  const failure = `${relative(rootDir, file)}: the suite failed without a failed test`;
  const { passed, skipped } = report?.counts ?? { passed: 0, skipped: 0 };
  return { counts: { passed, failed: 1, skipped }, failures: [failure] };
}

function parseReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    return report.suites ? readPlaywright(report) : readVitest(report);
  } catch {
    return null;
  }
}

function readVitest({ testResults, numPassedTests, numPendingTests, numTodoTests }) {
  const failures = testResults.flatMap(failuresOfFile);
  const skipped = numPendingTests + numTodoTests;
  return { counts: { passed: numPassedTests, failed: failures.length, skipped }, failures };
}

/** Returns the failed tests of a file, each with the first line of its error. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = relative(rootDir, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [`${file}: ${message.split("\n")[0]}`];
  return failed.map(
    ({ fullName, failureMessages: [why = ""] }) => `${file} ${fullName}: ${why.split("\n")[0]}`,
  );
}

function readPlaywright({ stats, suites }) {
  const counts = { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped };
  return { counts, failures: failedSpecs(suites) };
}

/** Returns the failed end-to-end tests by location and title. */
function failedSpecs(suites) {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...failedSpecs(inner),
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ]);
}

/** Prints what Playwright noted of each failure, such as the page's content: after a run in CI only the output remains. */
export function printErrorContexts(folder) {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (file.endsWith("error-context.md"))
      console.log(`\n${file}\n${readFileSync(join(folder, file), "utf8")}`);
}
