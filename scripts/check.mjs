// `npm run check`: everything that can be said about the sources without running them.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { licenceProblems } from "./lib/licences.mjs";
import { ensureInstalled, rootDir } from "./lib/prepare.mjs";

ensureInstalled();

const bin = (name) => join(rootDir, "node_modules/.bin", name);
const steps = [
  ["route types", bin("react-router"), ["typegen"]],
  ["format", bin("oxfmt"), ["--check", "."]],
  ["lint, direction and circles of imports", bin("oxlint"), ["--type-aware", "--deny-warnings"]],
  ["types", bin("tsc"), ["--noEmit"]],
  ["unused code and dependencies", bin("knip"), []],
];

let failed = 0;
for (const [name, command, args] of steps) {
  const { status, stdout, stderr } = run(command, args);
  report(name, status === 0, [stdout, stderr]);
}

const lock = JSON.parse(readFileSync(join(rootDir, "package-lock.json"), "utf8"));
const problems = licenceProblems(lock);
report("licences of what runs with the shop", problems.length === 0, problems);

audit();
process.exit(failed === 0 ? 0 : 1);

/** Known holes, from high on. Without an answer of the registry nothing is known, which is no fault of the sources. */
function audit() {
  const name = "known holes in dependencies";
  const { stdout, stderr } = run("npm", [
    "audit",
    "--omit=dev",
    "--audit-level=high",
    "--json",
    "--fetch-retries=0",
  ]);
  const answer = parse(stdout);
  const counts = answer?.metadata?.vulnerabilities;
  if (counts) return report(name, counts.high + counts.critical === 0, [stdout]);
  const why = answer?.message ?? stderr.trim().split("\n").at(-1);
  console.log(`NOT CHECKED ${name}: the registry does not tell (${why || "no answer"})`);
}

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

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
