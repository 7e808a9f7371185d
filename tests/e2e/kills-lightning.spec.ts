import { setTimeout as delay } from "node:timers/promises";
import { orders } from "#shop/orders/tables.ts";
import { lightningInvoices } from "#shop/payments/lightning/tables.ts";
import { withLightning } from "./lightning-steps.ts";
import { expectPages, retryWhileUnreachable } from "./polling.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";

const KILLS = Number(process.env.KILLS ?? 3);
const BUYERS = 4;
/** The longest time between two kills, unless a start takes longer on this machine. */
const LONGEST_MS = 1500;

test("repeated kill -9 while customers pay by Lightning: what was paid is an order's, and every invoice shown is known", async ({
  database,
  ownShop,
}) => {
  test.setTimeout(300_000 + KILLS * 60_000);
  const shop = await ownShop(withLightning);
  let open = true;
  const placed: PlacedOrder[] = [];
  const shown = new Set<string>();
  let bought = 0;
  const buying = Array.from({ length: BUYERS }, async () => {
    while (open) placed.push(await buy(shop, bought++, shown));
  });
  let startMs = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * Math.max(LONGEST_MS, startMs) + 300);
    const killedAt = Date.now();
    await shop.killAndStart();
    startMs = Date.now() - killedAt;
  }
  open = false;
  await Promise.all(buying);

  const settled = (await retryWhileUnreachable(() => shop.invoices())).filter(
    ({ status }) => status === "settled",
  );
  const paid = placed.filter(({ payment }) =>
    settled.some(({ bolt11 }) => bolt11 === payment.invoice),
  );
  expect(paid.length, "every payment is of an acknowledged order").toBe(settled.length);
  expect(paid.length, "some were paid").toBeGreaterThan(0);
  await expectPages(shop, paid, {
    text: "We send the coins next",
    timeout: 120_000,
    intervals: [1000, 2000, 5000],
  });
  await shop.whileStopped(
    async (db) => {
      const rows = await db.select().from(orders);
      const invoices = await db.select().from(lightningInvoices);
      const stored = new Set(invoices.map(({ bolt11 }) => bolt11));
      const found = placed.filter(({ id }) => rows.some((row) => row.id === id));
      const accounted = paid.filter(({ id, payment }) => {
        const order = rows.find((row) => row.id === id);
        const invoice = invoices.find(({ bolt11 }) => bolt11 === payment.invoice);
        return (
          order?.paymentStatus === "paid" &&
          order.byLightning &&
          invoice?.settledAt &&
          invoice.checkoutId === order.checkoutId
        );
      });
      console.table({
        [database]: {
          kills: KILLS,
          "orders acknowledged": placed.length,
          "orders found": found.length,
          "invoices shown": shown.size,
          "invoices stored": [...shown].filter((bolt11) => stored.has(bolt11)).length,
          "payments made": paid.length,
          "payments accounted": accounted.length,
        },
      });
      expect(found.length).toBe(placed.length);
      expect(rows.length, "none was placed unnoticed").toBe(placed.length);
      expect([...shown].filter((bolt11) => !stored.has(bolt11))).toEqual([]);
      expect(accounted.length).toBe(paid.length);
      expect(invoices.filter(({ settledAt }) => settledAt).length).toBe(paid.length);
    },
    { startAgain: false },
  );
});

/** Pays before Confirm Order, after it, or not at all. Each buyer has another IP address: the limit is 300 checkouts an hour. */
async function buy(shop: Shop, number: number, shown: Set<string>): Promise<PlacedOrder> {
  const way = number % 3;
  const order = await placeOrder(shop, {
    byLightning: true,
    retries: true,
    from: `10.0.${number >> 8}.${number & 255}`,
    onPayment: async ({ invoice }) => {
      shown.add(invoice ?? "");
      if (way === 0) await payOnce(shop, invoice ?? "");
    },
  });
  if (way === 1) await payOnce(shop, order.payment.invoice ?? "");
  return order;
}

/** Pays; after a connection error, checks first whether the payment was made. */
async function payOnce(shop: Shop, invoice: string): Promise<void> {
  for (;;) {
    const known = await retryWhileUnreachable(() => shop.invoices());
    if (known.find(({ bolt11 }) => bolt11 === invoice)?.status === "settled") return;
    await shop.payInvoice(invoice).catch(() => delay(50));
  }
}
