import { asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { deliveryState, type Endpoint, type ListedEndpoint } from "./webhook.ts";

export type StoredEndpoint = typeof webhookEndpoints.$inferSelect;

/** Returns all endpoints, oldest first, each with the state of its last delivery. */
export async function listEndpoints(db: Db): Promise<ListedEndpoint[]> {
  const last = db
    .select({
      createdAt: webhookDeliveries.createdAt,
      deliveredAt: webhookDeliveries.deliveredAt,
      failedAt: webhookDeliveries.failedAt,
    })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .orderBy(desc(webhookDeliveries.position))
    .limit(1)
    .as("last");
  const rows = await db
    .select({
      endpoint: webhookEndpoints,
      createdAt: last.createdAt,
      deliveredAt: last.deliveredAt,
      failedAt: last.failedAt,
    })
    .from(webhookEndpoints)
    .leftJoinLateral(last, sql`true`)
    .orderBy(asc(webhookEndpoints.id));
  return rows.map(({ endpoint, createdAt, deliveredAt, failedAt }) => ({
    ...toEndpointView(endpoint),
    last: createdAt && {
      state: deliveryState({ deliveredAt, failedAt }),
      at: deliveredAt ?? failedAt ?? createdAt,
    },
  }));
}

/** Returns the endpoint with this id, or null. */
export async function findEndpoint(db: Db, id: number): Promise<Endpoint | null> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  return row ? toEndpointView(row) : null;
}

/** Converts a row, without the secret, which is shown only once. */
function toEndpointView(row: StoredEndpoint): Endpoint {
  const { id, url, events, enabled, version, createdAt, failures, failingSince } = row;
  return { id, url, events, enabled, version, createdAt, failures, failingSince };
}
