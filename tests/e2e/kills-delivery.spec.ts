import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, isNotNull, like, notLike, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orderDeliveries } from "#shop/delivery/tables.ts";
import { insertOrder } from "#shop/loyalty/test-orders.ts";
import { mails } from "#shop/mail/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { retryWhileUnreachable } from "./polling.ts";
import { placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";

const KILLS = Number(process.env.KILLS ?? 2);
const ORDERS = KILLS * 20;
/** Bought and paid while the adapter has no fault, to measure how long they take. */
const BOUGHT = 5;
/** The longest time between two kills, unless a start takes longer on this machine. */
const LONGEST_MS = 1500;
/** Orders for usernames that the adapter does not know. */
const UNKNOWN = ORDERS / 10;

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
  const shop = await ownShop({
    WEBHOOK_ALLOW_PRIVATE: "1",
    CHAIN_POLL_SECONDS: "1",
  });
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
  await setFault("any");
  await shop.whileStopped(insertPaidOrders);
  let startMs = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * Math.max(LONGEST_MS, startMs) + 300);
    const killedAt = Date.now();
    await shop.killAndStart();
    startMs = Date.now() - killedAt;
  }
  // A claim of a killed shop expires after half a minute.
  const polling = { timeout: 180_000 + ORDERS * 500, intervals: [1000, 2000, 5000] };
  await expect.poll(deliveredCount, polling).toBe(BOUGHT + ORDERS - UNKNOWN);
  await setFault(null);
  await expect
    .poll(
      () => retryWhileUnreachable(() => shop.metric('satchel_orders_open{status="processing"}')),
      polling,
    )
    .toBe(UNKNOWN);
  const { deliveries, calls } = await list();
  await shop.whileStopped(
    async (db) => {
      const found = await look(db);
      console.table({
        [database]: {
          kills: KILLS,
          orders: BOUGHT + ORDERS,
          calls: calls.reduce((sum, each) => sum + each.calls, 0),
          delivered: deliveries.length,
          "ids delivered": new Set(deliveries.map(({ orderId }) => orderId)).size,
          completed: found.completed,
          "times completed": found.completions,
          "mails of completion": found.mails,
          "open with a reason": found.openWithReason,
          "open without": found.open - found.openWithReason,
          "median paid to completed (s)": Math.round(found.waitMs) / 1000,
        },
      });
      expect(deliveries.every(({ key, orderId }) => key === orderId)).toBe(true);
      const delivered = BOUGHT + ORDERS - UNKNOWN;
      expect(found).toMatchObject({
        completed: delivered,
        completions: delivered,
        mails: delivered,
        open: UNKNOWN,
        openWithReason: UNKNOWN,
      });
    },
    { startAgain: false },
  );
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});

async function configure(db: Db, url: string): Promise<void> {
  const values = { deliveryEnabled: true, deliveryUrl: url, deliveryMinutes: 600 };
  for (const [name, value] of Object.entries(values))
    await db.insert(settings).values({ name, value });
}

/** Inserts orders that are paid now. Each tenth has a username that the adapter does not know. */
async function insertPaidOrders(db: Db): Promise<void> {
  const at = new Date();
  for (let index = 0; index < ORDERS; index += 1)
    await insertOrder(db, {
      id: `K${String(index).padStart(6, "0")}`,
      buyer: index % 10 === 0 ? `nobody.${index}` : `mira.${index}`,
      status: "processing",
      paymentStatus: "paid",
      createdAt: at,
      settledAt: at,
    });
}

async function look(db: Db) {
  const open = await db
    .select({ reason: orderDeliveries.reason })
    .from(orders)
    .leftJoin(orderDeliveries, eq(orderDeliveries.orderId, orders.id))
    .where(eq(orders.status, "processing"));
  const [wait] = await db
    .select({
      ms: sql<number>`extract(epoch from percentile_cont(0.5) within group (
        order by ${orders.completedAt} - ${orders.settledAt})) * 1000`.mapWith(Number),
    })
    .from(orders)
    .where(and(notLike(orders.id, "K%"), isNotNull(orders.completedAt)));
  return {
    completed: await db.$count(orders, eq(orders.status, "completed")),
    completions: await db.$count(
      orderEvents,
      and(eq(orderEvents.type, "status"), sql`${orderEvents.data} ->> 'to' = 'completed'`),
    ),
    mails: await db.$count(mails, like(mails.key, "order-completed:%")),
    open: open.length,
    openWithReason: open.filter(({ reason }) => reason).length,
    waitMs: wait?.ms ?? Number.NaN,
  };
}
