import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { apiKeys } from "#shop/api-keys/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "#shop/webhooks/tables.ts";
import type { ApiScope } from "#shop/api-keys/api-key.ts";
import { prefixOf, digestOf } from "#shop/api-keys/key-text.server.ts";
import type { OrderEventType } from "#shop/orders/order.ts";
import { bodiesOf } from "#shop/webhooks/payload.server.ts";
import { signatureOf } from "#shop/webhooks/signature.server.ts";
import type { WebhookEvent } from "#shop/webhooks/webhook.ts";
import { demoAdmin } from "./accounts.ts";
import type { SeededRandom } from "./random.ts";

const DAY_MS = 24 * 60 * 60_000;
const DELIVERIES = 30;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const webhookEvents: Partial<Record<OrderEventType, WebhookEvent>> = {
  placed: "order.placed",
  payment: "order.payment_changed",
  status: "order.status_changed",
};

interface Known {
  random: SeededRandom;
  until: Date;
}

/** Inserts API keys, and a webhook endpoint with deliveries about the newest orders. */
export async function insertIntegrations(db: Db, known: Known): Promise<void> {
  await insertApiKeys(db, known);
  await insertWebhook(db, known);
}

async function insertApiKeys(db: Db, { random, until }: Known): Promise<void> {
  const before = (days: number) => new Date(until.getTime() - days * DAY_MS);
  const key = (name: string, scopes: ApiScope[], made: Date) => {
    const text = `satchel_test_${random.text(43, LETTERS)}`;
    const stored = { digest: digestOf(text), prefix: prefixOf(text) };
    return {
      id: random.uuid(),
      name,
      scopes,
      ...stored,
      createdAt: made,
      createdBy: demoAdmin.email,
      creatorId: demoAdmin.id,
    };
  };
  await db.insert(apiKeys).values([
    { ...key("Deliveries", ["orders:read", "orders:write"], before(120)), lastUsedAt: until },
    {
      ...key("Price list", ["packages:read"], before(60)),
      lastUsedAt: before(2),
      expiresAt: before(-30),
    },
    { ...key("Old reports", ["orders:read"], before(200)), revokedAt: before(90) },
  ]);
}

/**
 * Inserts an endpoint with a delivery of the newest event of each of the newest orders. The endpoint is disabled, since
 * its URL does not exist.
 */
async function insertWebhook(db: Db, { random, until }: Known): Promise<void> {
  const url = "https://deliveries.example/hooks/satchel";
  const secret = `whsec_${random.text(43, LETTERS)}`;
  const made = new Date(until.getTime() - 120 * DAY_MS);
  const [endpoint] = await db
    .insert(webhookEndpoints)
    .values({
      url,
      secret,
      events: ["order.placed", "order.payment_changed", "order.status_changed"],
      enabled: false,
      createdAt: made,
      updatedAt: made,
    })
    .returning({ id: webhookEndpoints.id });
  if (!endpoint) throw new Error("the endpoint was not stored");

  const newest = await db
    .select({
      type: orderEvents.type,
      data: orderEvents.data,
      at: orderEvents.at,
      orderId: orders.id,
      order: sql<Record<string, unknown>>`to_jsonb(${orders}) - 'note'`,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    // The state of an order before its newest event is not stored.
    .where(
      sql`${orderEvents.id} = (select max(id) from order_events newer where newer.order_id = ${orders.id})`,
    )
    .orderBy(desc(orderEvents.id))
    .limit(DELIVERIES);
  for (const [index, { type, data, at, orderId, order }] of newest.toReversed().entries()) {
    const event = webhookEvents[type];
    if (!event) continue;
    const id = random.uuid();
    const snapshot = { order, changed: data };
    const delivery = { id, type: event, createdAt: at, snapshot, body: null };
    const body = (await bodiesOf(db, [delivery])).get(id) ?? "";
    // One delivery failed at the first attempt.
    const attempts = index === DELIVERIES - 4 ? [503, 200] : [200];
    const times = attempts.map((_, nth) => new Date(at.getTime() + nth * 9000 + 400));
    const last = times.at(-1) ?? at;
    await db.insert(webhookDeliveries).values({
      id,
      endpointId: endpoint.id,
      orderId,
      type: event,
      body,
      createdAt: at,
      nextAttemptAt: last,
      attempts: attempts.length,
      deliveredAt: last,
    });
    await db.insert(webhookAttempts).values(
      attempts.map((status, nth) => ({
        deliveryId: id,
        at: times[nth] ?? at,
        durationMs: random.between(60, 320),
        url,
        signature: signatureOf(secret, body, times[nth] ?? at),
        status,
        response: status === 200 ? "ok" : "busy",
        error: null,
      })),
    );
  }
}
