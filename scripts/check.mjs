// `npm run check`: everything that can be said about the sources without running them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
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
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: rootDir, encoding: "utf8" });
  const passed = status === 0;
  console.log(`${passed ? "ok    " : "FAILED"} ${String(name)}`);
  if (passed) continue;
  failed += 1;
  console.log([stdout, stderr].filter(Boolean).join("\n"));
}
process.exit(failed === 0 ? 0 : 1);
