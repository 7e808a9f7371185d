// `npm run test:changed`: the unit tests nearest to the uncommitted changes, and the changed end-to-end tests.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findAffectedTests } from "./lib/affected-tests.mjs";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

ensureInstalled({ tools: true });
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", "HEAD"),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const specs = changed.filter((file) => file.endsWith(".spec.ts"));
const { nearest, others } = findAffectedTests(rootDir, changed);

console.log(
  `${nearest.length} unit test files; npm test runs ${others} more that import what has changed.`,
);
let failed = nearest.length > 0 && run("vitest/vitest.mjs", ["run", ...nearest]);
if (specs.length > 0) {
  ensureBuilt();
  failed = run("@playwright/test/cli.js", ["test", ...specs]) || failed;
}
process.exit(failed ? 1 : 0);

function run(script, args) {
  const { status } = spawnSync(projectNode, [join(rootDir, "node_modules", script), ...args], {
    cwd: rootDir,
    stdio: "inherit",
  });
  return status !== 0;
}

/** Returns the lines that git prints; exits where this is no repository. */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: rootDir, encoding: "utf8" });
  if (status === 0) return stdout.split("\n").filter(Boolean);
  console.error("Git does not say what has changed here: this must be a clone.");
  process.exit(1);
}
