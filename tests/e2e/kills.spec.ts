import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "#db/client.server.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { chainOutputs, paymentAddresses } from "#shop/payments/tables.ts";
import { startReceiver } from "../webhook-receiver.ts";
import { newAccount } from "./hostile/http-client.ts";
import { payOnce, satsPaidTo } from "./pay-once.ts";
import { expectPages, retryWhileUnreachable } from "./polling.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";

const KILLS = Number(process.env.KILLS ?? 4);
const BUYERS = 4;
/** The longest time between two kills, unless a start takes longer on this machine. */
const LONGEST_MS = 1500;

test("repeated kill -9 while several customers buy and pay: nothing is lost or duplicated", async ({
  database,
  ownShop,
}) => {
  test.setTimeout(300_000 + KILLS * 60_000);
  const shop = await ownShop();
  let open = true;
  const placed: PlacedOrder[] = [];
  let bought = 0;
  const buying = Array.from({ length: BUYERS }, async () => {
    while (open) placed.push(await buy(shop, bought++));
  });
  let startMs = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * Math.max(LONGEST_MS, startMs));
    // Every other kill is while payments settle and mails are written.
    if (kill % 2 === 0) await shop.mine().catch(() => undefined);
    await delay(Math.random() * 300);
    const killedAt = Date.now();
    await shop.killAndStart();
    startMs = Date.now() - killedAt;
  }
  open = false;
  await Promise.all(buying);
  await retryWhileUnreachable(() => shop.mine());

  const paid = placed.filter(({ payment }) => satsPaidTo(shop, payment.address) > 0);
  await expectPages(shop, paid, { text: "We send the coins next", ...polling(paid.length) });
  const deliveredCount = async () => {
    const mails = await orderMails(shop);
    return placed.filter(({ id }) =>
      mails.some(({ messageId }) => messageId.startsWith(`<order-placed.${id}@`)),
    ).length;
  };
  await expect.poll(deliveredCount, polling(placed.length)).toBe(placed.length);
  const mails = await orderMails(shop);
  const messageIds = new Set(mails.map(({ messageId }) => messageId));
  await shop.whileStopped(async (db) => {
    const found = await look(db);
    console.table({
      [database]: {
        kills: KILLS,
        "orders acknowledged": placed.length,
        "orders found": placed.filter(({ id }) => found.orderIds.includes(id)).length,
        "payments made": paid.length,
        "payments accounted": paid.filter(({ id }) => found.settledIds.includes(id)).length,
        "mails sent": mails.length,
        "sent twice under one id": mails.length - messageIds.size,
      },
    });
    expectNothingLost(shop, placed, found);
  });
  // Repeated deliveries have the same id.
  const ofOrders = [...messageIds].filter((id) => id.startsWith("<order-placed."));
  expect(ofOrders.length, "one mail for each order").toBe(placed.length);
});

test("kill -9 between an order and its webhook: it is still delivered, and a repeated delivery has the same id", async ({
  ownShop,
}) => {
  const receiver = await startReceiver("hang");
  const shop = await ownShop({ WEBHOOK_ALLOW_PRIVATE: "1" });
  const { stranger: admin } = await newAccount(shop);
  const form = { intent: "create", url: receiver.url, events: "order.placed", enabled: "on" };
  expect((await admin.post("/admin/webhooks", form)).status).toBe(200);
  const placed = [await placeOrder(shop), await placeOrder(shop)].map(({ id }) => id);
  // The receiver never responds, so that each message is sent again after a while.
  const about = (id: string, from = 0) =>
    receiver.received.slice(from).filter(({ body }) => body.data.order?.id === id);
  for (const id of placed) await expect.poll(() => about(id).length).toBeGreaterThan(0);
  await shop.end("SIGKILL");
  const before = receiver.received.length;
  receiver.respondWith(200);
  await shop.start();
  for (const id of placed) {
    await expect.poll(() => about(id, before).length, { timeout: 60_000 }).toBe(1);
    expect(about(id, before)[0]?.body).toEqual(about(id)[0]?.body);
  }
  await receiver.close();
});

/** Polls rarely, because each poll is load for the shop, which has much to catch up with. */
function polling(count: number): { timeout: number; intervals: number[] } {
  return { timeout: 90_000 + count * 250, intervals: [1000, 2000, 5000, 20_000] };
}

/** Pays before Confirm Order, after it, or not at all. Each buyer has another IP address: the limit is 300 checkouts an hour. */
async function buy(shop: Shop, number: number): Promise<PlacedOrder> {
  const way = number % 3;
  const order = await placeOrder(shop, {
    retries: true,
    from: `10.0.${number >> 8}.${number & 255}`,
    onPayment: async (payment) => {
      if (way === 0) await payOnce(shop, payment);
    },
  });
  if (way === 1) await payOnce(shop, order.payment);
  return order;
}

async function orderMails(shop: Shop) {
  return (await retryWhileUnreachable(() => shop.mails())).map(({ to, headers }) => ({
    to,
    messageId: headers.find(({ name }) => name.toLowerCase() === "message-id")?.value ?? "",
  }));
}

async function look(db: Db) {
  const rows = await db.select().from(orders);
  return {
    rows,
    orderIds: rows.map(({ id }) => id),
    settledIds: rows.filter(({ settledAt }) => settledAt !== null).map(({ id }) => id),
    events: await db.select().from(orderEvents),
    outputs: await db.select().from(chainOutputs),
    addresses: await db.select().from(paymentAddresses),
  };
}

function expectNothingLost(
  shop: Shop,
  placed: readonly PlacedOrder[],
  found: Awaited<ReturnType<typeof look>>,
): void {
  const { rows, events, outputs, addresses } = found;
  const shown = placed.map(({ payment }) => payment.address);
  expect(new Set(shown).size, "no address was shown to two").toBe(placed.length);
  expect(new Set(addresses.map(({ keyIndex }) => keyIndex)).size).toBe(addresses.length);
  expect(new Set(rows.map(({ checkoutId }) => checkoutId)).size, "one order each").toBe(
    rows.length,
  );
  // Every order was reported to a buyer: none was placed unnoticed.
  expect(found.orderIds.toSorted()).toEqual(placed.map(({ id }) => id).toSorted());
  for (const { id, payment, buyer } of placed) {
    const order = rows.find((row) => row.id === id);
    const due = satsPaidTo(shop, payment.address);
    const seen = outputs.filter(({ address }) => address === payment.address);
    expect(order).toMatchObject({
      email: buyer.email,
      bitcoinWallet: payment.address,
      status: due > 0 ? "processing" : "pending",
      paymentStatus: due > 0 ? "paid" : "pending",
    });
    expect(seen.reduce((sats, output) => sats + output.sats, 0)).toBe(due);
    expect(seen.every(({ checkoutId }) => checkoutId === order?.checkoutId)).toBe(true);
    const of = (type: string) =>
      events.filter((event) => event.orderId === id && event.type === type);
    expect(of("placed")).toHaveLength(1);
    expect(of("status"), "settled once").toHaveLength(due > 0 ? 1 : 0);
  }
}
