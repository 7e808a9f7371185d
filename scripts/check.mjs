// `npm run check`: all static checks of the sources.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findVulnerabilities } from "./lib/audit.mjs";
import { printBanner } from "./lib/banner.mjs";
import { findLicenceProblems } from "./lib/licences.mjs";
import { ensureInstalled, rootDir } from "./lib/prepare.mjs";

ensureInstalled({ tools: true });

const bin = (name) => join(rootDir, "node_modules/.bin", name);
const steps = [
  ["route types", bin("react-router"), ["typegen"]],
  ["format", bin("oxfmt"), ["--check", "."]],
  ["lint with import boundaries and cycles", bin("oxlint"), ["--type-aware", "--deny-warnings"]],
  // Several checkers would each make the shared types again: twice the processor time.
  ["types", bin("tsc"), ["--noEmit", "--checkers", "1"]],
  ["unused code and dependencies", bin("knip"), []],
];

let failed = 0;
const notChecked = [];
for (const [name, command, args] of steps) {
  const { status, stdout, stderr } = run(command, args);
  report(name, status === 0, [stdout, stderr]);
}

const lock = JSON.parse(readFileSync(join(rootDir, "package-lock.json"), "utf8"));
const problems = findLicenceProblems(lock);
report("licences of runtime dependencies", problems.length === 0, problems);

const name = "known vulnerabilities in dependencies";
const { vulnerabilities, unavailable } = await findVulnerabilities(rootDir);
if (vulnerabilities) report(name, vulnerabilities.length === 0, vulnerabilities);
else notChecked.push(`${name} (the registry is unavailable: ${unavailable})`);

const reportFile = process.argv.find((arg) => arg.startsWith("--report="))?.slice(9);
if (reportFile) writeFileSync(reportFile, JSON.stringify({ notChecked }));
printBanner("NOT CHECKED:", notChecked);
process.exit(failed === 0 ? 0 : 1);

function run(command, args) {
  const windows = process.platform === "win32";
  const options = { cwd: rootDir, encoding: "utf8", timeout: 300_000, shell: windows };
  return spawnSync(command, args, options);
}

function report(name, passed, lines) {
  console.log(`${passed ? "ok    " : "FAILED"} ${String(name)}`);
  if (passed) return;
  failed += 1;
  console.log(lines.filter(Boolean).join("\n"));
}
