import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Db } from "#db/client.server.ts";
import { openDatabase } from "#db/open-database.server.ts";
import { addEvent } from "#shop/orders/orders.server.ts";
import { webhookEndpoints } from "#shop/webhooks/tables.ts";
import { webhookEvents } from "#shop/webhooks/webhook.ts";
import { startWebhooks } from "#shop/webhooks/webhooks.jobs.server.ts";
import { insertOrder } from "#shop/loyalty/test-orders.ts";
import { withDatabase } from "./bench-database.ts";
import { numberOf } from "./options.ts";

// Messages per second to one webhook whose receiver takes a while: of one order, which come one after the other, and
// of as many orders, which come together.

const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "400" },
    /** How long the receiver takes, in milliseconds. */
    takes: { type: "string", default: "20" },
    databases: { type: "string", default: "postgresql,embedded" },
  },
});
const messages = numberOf("messages", values.messages);
const takes = numberOf("takes", values.takes);

let answered = 0;
const receiver = createServer((request, response) => {
  request.resume().on("end", () =>
    setTimeout(() => {
      answered += 1;
      response.end();
    }, takes),
  );
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

console.log("| database | of one order, per second | of many orders, per second | ratio |");
console.log("|---|---:|---:|---:|");
for (const name of values.databases.split(","))
  await withDatabase(name, async (location) => {
    const { db, close } = await openDatabase(location);
    const ofOne = await rate(db, "ONE", 1);
    const ofMany = await rate(db, "MANY", messages);
    console.log(
      `| ${name} | ${ofOne.toFixed(0)} | ${ofMany.toFixed(0)} | ${(ofMany / ofOne).toFixed(1)} |`,
    );
    await close();
  });
receiver.close();

/** Returns how many messages of so many orders arrive in a second. */
async function rate(db: Db, prefix: string, orders: number): Promise<number> {
  const now = new Date();
  await db.delete(webhookEndpoints);
  for (let i = 0; i < orders; i += 1)
    await insertOrder(db, { id: `${prefix}${i}`, buyer: "mira", status: "pending" });
  const secret = "whsec_bench";
  const events = [...webhookEvents];
  await db.insert(webhookEndpoints).values({ url, events, secret, createdAt: now, updatedAt: now });
  for (let i = 0; i < messages; i += 1)
    await addEvent(db, `${prefix}${i % orders}`, "placed", { by: "customer" }, now);

  const before = answered;
  const started = performance.now();
  const sending = startWebhooks(db, {
    policy: { allowPrivate: true, httpsOnly: false },
    log: (line) => console.error(line),
  });
  while (answered < before + messages) await sleep(5);
  const seconds = (performance.now() - started) / 1000;
  await sending.stop();
  return messages / seconds;
}
