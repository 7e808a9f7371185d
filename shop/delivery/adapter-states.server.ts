import { and, gt, inArray, isNotNull, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { AdapterState } from "./delivery.ts";
import { orderDeliveries } from "./tables.ts";

/** Returns how far the adapter is with these orders, by order id; without those that it was never called for. */
export async function readAdapterStates(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, AdapterState>> {
  const rows = await db
    .select()
    .from(orderDeliveries)
    .where(
      and(
        inArray(orderDeliveries.orderId, [...ids]),
        or(gt(orderDeliveries.attempts, 0), isNotNull(orderDeliveries.failedAt)),
      ),
    );
  return new Map(rows.map((row) => [row.orderId, stateOf(row)]));
}

function stateOf(row: typeof orderDeliveries.$inferSelect): AdapterState {
  if (row.deliveredAt) return { progress: "delivered", reason: null };
  const { reason } = row;
  if (row.failedAt) return { progress: "failed", reason };
  if (row.pending) return { progress: "pending", reason };
  return { progress: reason === null ? "calling" : "retrying", reason };
}
