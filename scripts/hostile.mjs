// `npm run test:hostile`: the full set of attack and fault tests, on the embedded database and on PostgreSQL.
import { runBrowserTests } from "./lib/browser-tests.mjs";

const selected = process.argv.slice(2);
const files =
  selected.length > 0
    ? selected
    : ["tests/requests/hostile/", "tests/e2e/hostile/", "tests/e2e/timing.spec.ts"];
process.exit(await runBrowserTests(files, { HOSTILE: "full" }));
