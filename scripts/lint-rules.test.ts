import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// One import against each rule of oxlint.config.ts, in the file that must not have it.
const forbidden: [file: string, specifier: string][] = [
  ["lib/money.ts", "#messages/translate.ts"],
  ["lib/money.ts", "#db/client.server.ts"],
  ["lib/money.ts", "#shop/payments/model/payment.ts"],
  ["lib/money.ts", "#app/routes/shop/home/home-texts.ts"],
  ["lib/money.ts", "../shop/payments/model/payment.ts"],
  ["messages/format.ts", "#shop/orders/order.ts"],
  ["messages/format.ts", "../db/client.server.ts"],
  ["db/client.server.ts", "#shop/orders/order.ts"],
  ["db/embedded/open.server.ts", "#app/context.ts"],
  ["db/embedded/open.server.ts", "#server/start.ts"],
  ["shop/orders/orders.server.ts", "#app/ui/badge.tsx"],
  ["shop/payments/model/payment.ts", "#server/start.ts"],
  ["shop/payments/chain/esplora.server.ts", "react-router"],
  ["shop/payments/chain/esplora.server.ts", "hono/streaming"],
  ["app/root.tsx", "#server/start.ts"],
  ["app/root.tsx", "../sandbox/main.ts"],
  ["app/routes/admin/order/note-form.tsx", "./route.tsx"],
  ["app/routes/admin/order/note-form.tsx", "#app/root.tsx"],
  ["app/ui/badge.tsx", "#shop/orders/order.ts"],
  ["app/ui/badge.tsx", "../routes/shop/home/home-texts.ts"],
  ["sandbox/http/app.ts", "#lib/money.ts"],
  ["sandbox/http/app.ts", "../../shop/orders/order.ts"],
  ["server/start.ts", "../sandbox/main.ts"],
  ["shop/settings/settings.server.ts", "../catalog/package.ts"],
  ["shop/mail/mails.server.ts", "../orders/orders.server.ts"],
  ["shop/mail/mails.server.ts", "../newsletter/sending.server.ts"],
  ["shop/accounts/accounts.server.ts", "../orders/order.ts"],
  ["shop/metrics/metrics.server.ts", "../orders/orders.server.ts"],
  ["shop/accounts/accounts.server.ts", "../team/tables.ts"],
  ["shop/orders/orders.server.ts", "../payments/payments.server.ts"],
  ["shop/orders/orders.server.ts", "../payments/model/payment.ts"],
  ["shop/orders/orders.server.ts", "#shop/payments/review/tables.ts"],
  ["shop/orders/orders.server.ts", "../order-list/order-search.server.ts"],
  ["shop/orders/orders.server.ts", "../checkout/steps.server.ts"],
  ["shop/orders/orders.server.ts", "../delivery/work-list.ts"],
  ["shop/orders/orders.server.ts", "../operations/alerts.server.ts"],
  ["shop/payments/review/reviews.server.ts", "#shop/checkout/steps.server.ts"],
  ["shop/payments/review/reviews.server.ts", "../../checkout/steps.server.ts"],
  ["shop/payments/payments.server.ts", "../methods/methods.ts"],
  ["shop/webhooks/payload.server.ts", "../delivery/deliveries.server.ts"],
  // Every feature has its place below the last one.
  ...readdirSync(join(import.meta.dirname, "../shop"))
    .filter((feature) => feature !== "operations")
    .map((feature): [string, string] => [
      `shop/${feature}/any.ts`,
      "#shop/operations/disk.server.ts",
    ]),
];

const allowed: [file: string, specifier: string][] = [
  ["shop/mail/mails.server.ts", "../newsletter/tables.ts"],
  ["messages/format.ts", "#lib/money.ts"],
  ["shop/mail/mails.server.ts", "../orders/tables.ts"],
  ["shop/orders/orders.server.ts", "../checkouts/tables.ts"],
  ["shop/operations/alerts.server.ts", "../payments/payments.server.ts"],
  ["app/root.tsx", "#shop/orders/order.ts"],
  ["server/start.ts", "#app/context.ts"],
  ["lib/money.test.ts", "#shop/orders/order.ts"],
];

const folder = mkdtempSync(join(tmpdir(), "satchel-lint-rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Files of this many lines, and whether that is too many. */
const lengths: [file: string, lines: number, isTooLong: boolean][] = [
  ["shop/orders/long.ts", 251, true],
  ["app/routes/shop/home/long.tsx", 251, true],
  ["sandbox/http/long.ts", 251, true],
  ["shop/orders/full.ts", 250, false],
  ["shop/orders/long.test.ts", 251, false],
];

let refused: Set<string>;
let tooLong: string[];

beforeAll(() => {
  const root = join(import.meta.dirname, "..");
  copyFileSync(join(root, "oxlint.config.ts"), join(folder, "oxlint.config.ts"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const lines = new Map<string, string[]>();
  for (const [file, specifier] of [...forbidden, ...allowed])
    lines.set(file, [...(lines.get(file) ?? []), `export * from "${specifier}";`]);
  for (const [file, length] of lengths) lines.set(file, Array<string>(length).fill("// A line."));
  for (const [file, text] of lines) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text.join("\n")}\n`);
  }
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/oxlint"),
    ["--format", "json", "lib", "messages", "db", "shop", "app", "server", "sandbox"],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; message: string }[];
  };
  tooLong = diagnostics
    .filter(({ code }) => code.includes("max-lines"))
    .map(({ filename }) => filename);
  refused = new Set(
    diagnostics
      .filter(({ code }) => code.includes("no-restricted-imports"))
      .map(({ filename, message }) => `${filename} ${/'([^']+)'/.exec(message)?.[1]}`),
  );
});

test.each(forbidden)("%s may not import %s", (file, specifier) => {
  expect(refused).toContain(`${file} ${specifier}`);
});

test.each(allowed)("%s may import %s", (file, specifier) => {
  expect(refused).not.toContain(`${file} ${specifier}`);
});

test.each(lengths)("%s of %i lines is too long: %s", (file, _, isTooLong) => {
  expect(tooLong.includes(file)).toBe(isTooLong);
});
