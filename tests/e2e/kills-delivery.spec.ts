import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orderDeliveries } from "#shop/delivery/tables.ts";
import { insertOrder } from "#shop/loyalty/test-orders.ts";
import { mails } from "#shop/mail/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { patiently } from "./patience.ts";
import { placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";

const KILLS = Number(process.env.KILLS ?? 2);
const ORDERS = KILLS * 20;
/** Bought and paid while the adapter has no fault, to measure how long they take. */
const BOUGHT = 5;
const LONGEST_MS = 1500;

test("repeated kill -9 while a faulty adapter delivers: each order once, none open without a reason", async ({
  database,
  ownShop,
}) => {
  test.setTimeout(300_000 + KILLS * 60_000);
  // A sandbox of its own, whose faults outlive the shop.
  const dir = mkdtempSync(join(tmpdir(), "satchel-adapter-"));
  const sandbox = await startSandbox({ dir });
  const setFault = (delivery: string | null) =>
    fetch(`${sandbox.url}/sandbox/faults`, { method: "PUT", body: JSON.stringify({ delivery }) });
  const shop = await ownShop({ WEBHOOK_ALLOW_PRIVATE: "1", CHAIN_POLL_SECONDS: "1" });
  await shop.whileStopped((db) => configure(db, `${sandbox.url}/sandbox/delivery/adapter`));

  for (let index = 0; index < BOUGHT; index += 1) {
    const { address, sats } = (await placeOrder(shop)).payment;
    await shop.pay({ address, sats, confirm: 1 });
  }
  const list = async () =>
    (await (await fetch(`${sandbox.url}/sandbox/delivery`)).json()) as {
      deliveries: { orderId: string; key: string }[];
      calls: { key: string; calls: number }[];
    };
  const deliveredCount = async () => (await list()).deliveries.length;
  await expect.poll(deliveredCount, { timeout: 60_000 }).toBe(BOUGHT);
  // The shop has recorded the last answer, too.
  await delay(500);

  await setFault("any");
  let waits: number[] = [];
  await shop.whileStopped(async (db) => {
    waits = await readWaits(db);
    await insertPaidOrders(db);
  });
  let startMs = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * Math.max(LONGEST_MS, startMs) + 300);
    const killedAt = Date.now();
    await shop.killAndStart();
    startMs = Date.now() - killedAt;
  }
  // A claim of a killed shop expires after half a minute.
  await expect
    .poll(deliveredCount, {
      timeout: 120_000 + ORDERS * 500,
      intervals: [1000, 2000, 5000],
    })
    .toBe(BOUGHT + ORDERS);
  await setFault(null);
  await expect
    .poll(async () => (await patiently(() => shop.mails())).length, { timeout: 120_000 })
    .toBeGreaterThan(0);
  const { deliveries, calls } = await list();
  await expect
    .poll(() => countOpen(shop.url), { timeout: 120_000, intervals: [1000, 5000] })
    .toBe(0);
  await shop.whileStopped(
    async (db) => {
      const completed = await db.$count(orders, eq(orders.status, "completed"));
      const recorded = await db.$count(orderDeliveries, isNotNull(orderDeliveries.deliveredAt));
      const completions = await db.$count(orderEvents, eq(orderEvents.type, "status"));
      console.table({
        [database]: {
          kills: KILLS,
          orders: BOUGHT + ORDERS,
          "calls of the adapter": calls.reduce((sum, each) => sum + each.calls, 0),
          deliveries: deliveries.length,
          "different ids": new Set(deliveries.map(({ orderId }) => orderId)).size,
          completed,
          recorded,
          completions,
          "median paid to completed (s)": median(waits) / 1000,
        },
      });
      expect(completed).toBe(BOUGHT + ORDERS);
    },
    { startAgain: false },
  );
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});
