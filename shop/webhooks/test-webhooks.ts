import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.server.ts";
import { webhookEndpoints } from "#db/schema/webhooks.server.ts";
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
