// `npm run test:hostile`: the full set of attack and fault tests, on the embedded database and on PostgreSQL.
import { runBrowserTests } from "./lib/browser-tests.mjs";

const selected = process.argv.slice(2);

/** What attackers have found, and what was excluded: a test that fails when it is back. */
const found = [
  // Accounts and orders taken over by an old link; what is stored of pages; floods.
  ...["takeover", "correct-email", "spellings", "strangers", "npm-start", "access"].map(
    (name) => `tests/requests/${name}.test.ts`,
  ),
  ...["confirm-email", "email-changes", "security-mails"].map(
    (name) => `shop/accounts/${name}.server.test.ts`,
  ),
  "shop/orders/email-corrections.server.test.ts",
  "shop/delivery/corrections.server.test.ts",
  // Connections, queues, limits.
  ...["connections", "client-slots", "built-files", "broken-bodies", "log"].map(
    (name) => `server/${name}.test.ts`,
  ),
  "scripts/lib/parent.test.ts",
  "lib/fair-queue.test.ts",
  "lib/threads.server.test.ts",
  "shop/invoices/printer.server.test.ts",
  "shop/limits/attempts.server.test.ts",
  // Names and addresses; secrets in messages; commands in a dump.
  "shop/rules/email-field.test.ts",
  "lib/text.test.ts",
  "shop/accounts/account.test.ts",
  "shop/mail/mails.jobs.server.test.ts",
  "shop/payments/lightning/versions.server.test.ts",
  "scripts/recovery/recovery.test.ts",
];
const files =
  selected.length > 0
    ? selected
    : [...found, "tests/requests/hostile/", "tests/e2e/hostile/", "tests/e2e/timing.spec.ts"];
process.exit(await runBrowserTests(files, { HOSTILE: "full" }));
