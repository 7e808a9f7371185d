import { setTimeout as delay } from "node:timers/promises";
import { notifications } from "#shop/notifications/tables.ts";
import { startReceiver, type WebhookReceiver } from "../webhook-receiver.ts";
import { newAccount } from "./hostile/http-client.ts";
import { payOnce } from "./pay-once.ts";
import { placeOrder } from "./place-order.ts";
import { retryWhileUnreachable } from "./polling.ts";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";

const KILLS = Number(process.env.KILLS ?? 3);
/** The longest time between a payment and the kill. */
const LONGEST_MS = 1500;

test("repeated kill -9 while paid orders are announced: each is, once, or again with what the kill interrupted", async ({
  database,
  ownShop,
}) => {
  test.setTimeout(180_000 + KILLS * 60_000);
  const receiver = await startReceiver();
  const shop = await openAnnouncing(ownShop, receiver);
  const paid: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const order = await placeOrder(shop, { retries: true });
    await payOnce(shop, order.payment);
    await retryWhileUnreachable(() => shop.mine());
    paid.push(order.id);
    await delay(Math.random() * LONGEST_MS);
    await shop.killAndStart();
  }
  const missing = () => paid.filter((id) => messagesAbout(receiver, id).length === 0);
  await expect.poll(missing, { timeout: 120_000 }).toEqual([]);
  await shop.whileStopped(async (db) => {
    const rows = await db.select().from(notifications);
    expect(new Set(rows.map(({ orderId }) => orderId))).toEqual(new Set(paid));
    expect(rows).toHaveLength(paid.length);
    expect(rows.filter(({ sentAt }) => sentAt === null)).toEqual([]);
  });
  const sent = receiver.received.length;
  console.table({
    [database]: { kills: KILLS, "orders paid": paid.length, "messages sent": sent },
  });
  expect(sent, "a kill repeats at most what was being sent").toBeLessThanOrEqual(
    paid.length + KILLS,
  );
  await receiver.close();
});

test("kill -9 while a message is being sent: it is sent again with the same id, and the next one once", async ({
  ownShop,
}) => {
  const receiver = await startReceiver("hang");
  const shop = await openAnnouncing(ownShop, receiver);
  const first = await payOrder(shop);
  await expect.poll(() => receiver.received.length).toBe(1);
  await shop.end("SIGKILL");
  receiver.respondWith(200);
  await shop.start();
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2);
  const ids = messagesAbout(receiver, first).map(({ headers }) => headers["satchel-delivery"]);
  expect(new Set(ids).size).toBe(1);
  const second = await payOrder(shop);
  await expect.poll(() => messagesAbout(receiver, second).length).toBe(1);
  expect(receiver.received).toHaveLength(3);
  await receiver.close();
});

/** Opens a shop whose owner has paid orders sent to this receiver. */
async function openAnnouncing(
  ownShop: (env: Record<string, string>) => Promise<Shop>,
  receiver: WebhookReceiver,
): Promise<Shop> {
  const shop = await ownShop({ WEBHOOK_ALLOW_PRIVATE: "1" });
  const { stranger: owner } = await newAccount(shop);
  const form = { intent: "url", url: receiver.url, events: "order.waiting" };
  expect((await owner.post("/admin/send-to", form)).status).toBe(200);
  return shop;
}

async function payOrder(shop: Shop): Promise<string> {
  const { id, payment } = await placeOrder(shop);
  await shop.pay({ ...payment, confirm: 1 });
  return id;
}

function messagesAbout({ received }: WebhookReceiver, orderId: string) {
  return received.filter(({ text }) => text.includes(orderId));
}
