import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { newHolder } from "#db/holders.server.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { addEvent } from "../orders/orders.server.ts";
import { type WebhookReceiver, startReceiver } from "../../tests/webhook-receiver.ts";
import { claimLeases } from "./leases.server.ts";
import { webhookEvents } from "./webhook.ts";
import { sendAll, type Sender } from "./webhooks.jobs.server.ts";

const start = new Date("2026-11-20T08:00:00Z");

/** Returns the time `seconds` after the start. */
export const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** The receivers listen on the loopback interface. */
const sender: Sender = {
  policy: { allowPrivate: true, httpsOnly: false },
  log: () => undefined,
  // Only a receiver that hangs reaches this timeout.
  timeoutMs: 300,
};

/** Inserts an endpoint, by default of all events; returns its id. */
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

/** Deletes all endpoints and orders. */
export async function deleteWebhooks(db: Db): Promise<void> {
  await db.execute(sql`truncate checkouts, webhook_endpoints, audit_log cascade`);
}

/** Sends all deliveries that are due at that moment, as one instance of the shop does. */
export async function sendDue(db: Db, now: Date, options: Partial<Sender> = {}): Promise<void> {
  const leases = await claimLeases(db, { holder: newHolder(), now });
  await Promise.all(
    leases.map((lease) => sendAll(db, lease, { ...sender, ...options, clock: () => now })),
  );
}

/** Sets up a database with the order AAAAAAA, new for each test, and receivers of its events. */
export function webhookStage(
  openFresh: () => Promise<Database>,
  placeOrder: (db: Db) => Promise<void>,
) {
  let database: Database;
  const open: WebhookReceiver[] = [];
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteWebhooks(database.db);
    await placeOrder(database.db);
  });
  afterEach(async () => {
    for (const receiver of open.splice(0)) await receiver.close();
  });

  /** Starts a receiver without an endpoint. */
  const someReceiver = async (response: number | "hang"): Promise<WebhookReceiver> => {
    const receiver = await startReceiver(response);
    open.push(receiver);
    return receiver;
  };

  return {
    /** Once it is open. */
    get db(): Db {
      return database.db;
    },
    someReceiver,
    receiverThat: async (response: number | "hang"): Promise<WebhookReceiver & { id: number }> => {
      const receiver = await someReceiver(response);
      return { ...receiver, id: await insertEndpoint(database.db, { url: receiver.url }) };
    },
    /** Adds an event to the order; its time identifies it. */
    happen: (seconds: number) =>
      addEvent(database.db, "AAAAAAA", "placed", { by: "customer" }, at(seconds)),
    timesOf: ({ received }: WebhookReceiver) =>
      received.map(({ body }) => (Date.parse(body.createdAt) - at(0).getTime()) / 1000),
    deliveriesTo: (endpointId: number) =>
      database.db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, endpointId))
        .orderBy(asc(webhookDeliveries.position)),
  };
}
