import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { findOrder } from "../orders/orders.server.ts";
import { recordPayment } from "../orders/record-payment.server.ts";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { eventually } from "../../tests/make.ts";
import { redeliver } from "./deliveries.server.ts";
import { insertEndpoint, sendDue } from "./test-webhooks.ts";

const text = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8");
const code = /```js\n(.*?)```/s.exec(text)?.[1] ?? "";
const SECRET = "whsec_of_the_document";

describeOnBothDatabases("the receiver in docs/webhooks.md", (openFresh) => {
  let database: Database;
  let db: Db;
  let receiver: ChildProcess;
  let endpointId = 0;
  let url = "";
  let said = "";
  const dir = mkdtempSync(join(tmpdir(), "satchel-receiver-"));
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    const file = join(dir, "receiver.mjs");
    writeFileSync(file, code);
    const port = await freePort();
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: SECRET, PORT: String(port) };
    receiver = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
    receiver.stdout?.on("data", (chunk) => (said += String(chunk)));
    url = `http://127.0.0.1:${port}/`;
    endpointId = await insertEndpoint(db, { url, secret: SECRET });
  });
  afterAll(async () => {
    receiver.kill();
    rmSync(dir, { recursive: true });
    await database.close();
  });

  // The receiver looks at the clock, so these messages are of now.
  const send = async () => {
    await sendDue(db, new Date(), { timeoutMs: 10_000 });
    const rows = await db.select().from(webhookDeliveries).orderBy(webhookDeliveries.position);
    return rows.map(({ lastError }) => lastError);
  };

  test("is short, and rejects a request without a signature", async () => {
    expect(code.split("\n").filter(Boolean).length).toBeLessThanOrEqual(20);
    const statusOf = () =>
      fetch(url, { method: "POST", body: "{}" }).then(
        ({ status }) => status,
        () => "not there yet",
      );
    await eventually(statusOf).toBe(401);
  });

  test("takes what the shop has signed, sends the coins of a paid order, and once only", async () => {
    await insertOrder(db, { id: "AAAAAAA", buyer: "mira", status: "pending" });
    const order = await findOrder(db, "AAAAAAA");
    if (!order) throw new Error("the order is gone");
    const payment = {
      status: "paid",
      settled: true,
      data: {},
      outstanding: null,
      method: "bitcoin",
    } as const;
    await recordPayment(db, order, { ...payment, now: new Date() });
    expect(await send()).toEqual([null, null]);
    await eventually(() => said).toBe("send 70 coins to mira\n");
    for (const { id } of await db.select().from(webhookDeliveries))
      await redeliver(db, { endpointId, id, actor: boss, now: new Date() });
    expect(await send()).toEqual([null, null]);
    expect(said).toBe("send 70 coins to mira\n");
  });

  test("refuses what was signed with another secret, or long ago", async () => {
    const [delivery] = await db
      .select()
      .from(webhookDeliveries)
      .orderBy(webhookDeliveries.position);
    const again = () =>
      redeliver(db, { endpointId, id: delivery?.id ?? "", actor: boss, now: new Date() });
    await db
      .update(webhookEndpoints)
      .set({ secret: "whsec_of_somebody_else" })
      .where(eq(webhookEndpoints.id, endpointId));
    await again();
    expect((await send())[0]).toBe("Answered 401");
    await db.update(webhookEndpoints).set({ secret: SECRET });
    await again();
    await sendDue(db, new Date(Date.now() + 600_000), { timeoutMs: 10_000 });
    const [old] = await db.select().from(webhookDeliveries).orderBy(webhookDeliveries.position);
    expect(old).toMatchObject({ attempts: 1, lastError: "Answered 401" });
    await again();
    expect((await send())[0]).toBeNull();
  });
});
