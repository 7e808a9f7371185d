// `npm run bench`: runs all benchmarks and prints a table for each.
// `npm run bench -- back-office --sizes 1000` runs one of them with its options.
import { ensureBuilt, ensureInstalled, rootDir, runProgram } from "./lib/prepare.mjs";

/** Each is a program `bench/<name>.ts`. */
const benches = [
  "purchase",
  "lightning",
  "home",
  "watcher",
  "webhooks",
  "weight",
  "start",
  "lighthouse",
  "export",
  "long-work",
  "instances",
  "back-office",
];

const [first, ...options] = process.argv.slice(2);
if (first && !benches.includes(first)) {
  console.error(`Unknown benchmark: ${first}. Available: ${benches.join(", ")}.`);
  process.exit(2);
}
ensureInstalled({ tools: true });
ensureBuilt();
let failed = false;
for (const name of first ? [first] : benches) {
  console.log(`\n## ${name}\n`);
  if (runProgram(`bench/${name}.ts`, options, { cwd: rootDir }) !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
