import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { addEvent } from "../orders/orders.server.ts";
import { type Receiver, startReceiver } from "../../tests/receiver.ts";
import { claimLanes } from "./lanes.server.ts";
import { webhookEvents } from "./webhook.ts";
import { sendAll, type Sender } from "./webhooks.jobs.server.ts";

const start = new Date("2026-11-20T08:00:00Z");

/** So many seconds after the start. */
export const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** Receivers are on this machine. */
const sender: Sender = {
  policy: { allowPrivate: true, httpsOnly: false },
  log: () => undefined,
  // As long as a receiver that hangs is waited for; the others answer at once.
  timeoutMs: 300,
};

/** An endpoint as the database has it, of all events unless told otherwise; its id. */
export async function insertEndpoint(
  db: Db,
  endpoint: Partial<typeof webhookEndpoints.$inferInsert> = {},
): Promise<number> {
  const [row] = await db
    .insert(webhookEndpoints)
    .values({
      url: "https://receiver.example/hook",
      events: [...webhookEvents],
      secret: "whsec_known",
      createdAt: start,
      updatedAt: start,
      ...endpoint,
    })
    .returning({ id: webhookEndpoints.id });
  expect(row).toBeDefined();
  return row?.id ?? 0;
}

/** Forgets all endpoints and orders, so that a test finds nothing of the one before. */
export async function forgetWebhooks(db: Db): Promise<void> {
  await db.execute(sql`truncate checkouts, webhook_endpoints, audit_log cascade`);
}

/** Sends all that is due at that moment, each endpoint in its lane, as an instance of the shop does. */
export async function sendDue(db: Db, now: Date, options: Partial<Sender> = {}): Promise<void> {
  const lanes = await claimLanes(db, randomUUID(), now);
  await Promise.all(
    lanes.map((lane) => sendAll(db, lane, { ...sender, ...options, clock: () => now })),
  );
}

/** A database with the order AAAAAAA, new for each test, and receivers that are told what happens to it. */
export function webhookStage(
  openFresh: () => Promise<Database>,
  placeOrder: (db: Db) => Promise<void>,
) {
  let database: Database;
  const open: Receiver[] = [];
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetWebhooks(database.db);
    await placeOrder(database.db);
  });
  afterEach(async () => {
    for (const receiver of open.splice(0)) await receiver.close();
  });

  /** One that no endpoint leads to yet. */
  const someReceiver = async (answer: number | "hang"): Promise<Receiver> => {
    const receiver = await startReceiver(answer);
    open.push(receiver);
    return receiver;
  };

  return {
    /** Once it is open. */
    get db(): Db {
      return database.db;
    },
    someReceiver,
    receiverThat: async (answer: number | "hang"): Promise<Receiver & { id: number }> => {
      const receiver = await someReceiver(answer);
      return { ...receiver, id: await insertEndpoint(database.db, { url: receiver.url }) };
    },
    /** Something happens to the order; told apart by when. */
    happen: (seconds: number) =>
      addEvent(database.db, "AAAAAAA", "placed", { by: "customer" }, at(seconds)),
    timesOf: ({ received }: Receiver) =>
      received.map(({ body }) => (Date.parse(body.createdAt) - at(0).getTime()) / 1000),
    deliveriesTo: (endpointId: number) =>
      database.db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, endpointId))
        .orderBy(asc(webhookDeliveries.place)),
  };
}
