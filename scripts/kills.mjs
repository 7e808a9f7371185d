// `npm run kills`: kills the server fifty times while customers buy, pay and use credit, messages are sent, and an adapter delivers, on the embedded database and on PostgreSQL.
import { runBrowserTests } from "./lib/browser-tests.mjs";

const { KILLS = "50" } = process.env;
process.exit(
  await runBrowserTests(
    [
      "tests/e2e/kills.spec.ts",
      "tests/e2e/kills-lightning.spec.ts",
      "tests/e2e/kills-credit.spec.ts",
      "tests/e2e/kills-notifications.spec.ts",
      "tests/e2e/kills-delivery.spec.ts",
      ...process.argv.slice(2),
    ],
    { KILLS },
  ),
);
