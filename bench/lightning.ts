// How long after a Lightning payment the open page says that it is paid, told by the node and by look-ups alone.
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { OperatorError } from "#db/errors.ts";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { goToInvoice, readInvoice, withLightning } from "../tests/e2e/lightning-steps.ts";
import { openShop } from "../tests/e2e/shop.ts";
import type { Shop } from "../tests/e2e/shop-process.ts";
import { percentile } from "./load.ts";
import { numberOf } from "./options.ts";

const { values } = parseArgs({ options: { payments: { type: "string", default: "100" } } });
const payments = numberOf("payments", values.payments);

const executablePath = await findChromium();
if (!executablePath)
  throw new OperatorError("No Chromium: install the package `chromium`, or set CHROMIUM_PATH.");
// Each purchase comes from another network address: the limit is 300 checkouts an hour.
const { shop, close } = await openShop("embedded", {
  ...withLightning,
  TRUSTED_PROXIES: "127.0.0.1",
});
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const table = ["| paid to shown, ms | p50 | p99 |", "|---|---:|---:|"];
  for (const [name, fault] of [
    ["told by the node", null],
    ["look-ups alone", "event-lost"],
  ] as const) {
    await shop.setFaults({ lightning: fault });
    const times: number[] = [];
    for (let number = 0; number < payments; number += 1) times.push(await purchase(shop, number));
    table.push(
      `| ${name} | ${percentile(times, 0.5).toFixed(0)} | ${percentile(times, 0.99).toFixed(0)} |`,
    );
  }
  console.log(table.join("\n"));
} finally {
  await browser.close();
  await close();
}

/** Returns the milliseconds from the payment until the page shows it. */
async function purchase(shop: Shop, number: number): Promise<number> {
  const context = await browser.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { "x-forwarded-for": `10.2.${number >> 8}.${number & 255}` },
  });
  const page: Page = await context.newPage();
  await goToInvoice(page);
  const invoice = await readInvoice(page);
  const paidAt = performance.now();
  await Promise.all([shop.payInvoice(invoice), page.waitForURL(/\/track-order/)]);
  const shownAfter = performance.now() - paidAt;
  await context.close();
  return shownAfter;
}
