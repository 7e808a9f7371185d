import { and, asc, gt, notInArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { ledgerCursor } from "#db/schema/loyalty.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";

/** The next events after the cursor, in the order of their ids, without those that were `seen` already. */
export async function eventsAfterCursor(
  db: Db,
  options: { seen: number[]; limit: number },
): Promise<{ id: number; orderId: string; at: Date }[]> {
  const { seen, limit } = options;
  const cursor = sql`coalesce((select ${ledgerCursor.lastEventId} from ${ledgerCursor}), 0)`;
  return db
    .select({ id: orderEvents.id, orderId: orderEvents.orderId, at: orderEvents.at })
    .from(orderEvents)
    .where(and(gt(orderEvents.id, cursor), notInArray(orderEvents.id, seen)))
    .orderBy(asc(orderEvents.id))
    .limit(limit);
}

/** Moves the cursor on to an event; never back, where another instance is further. */
export async function moveCursor(db: Db, lastEventId: number): Promise<void> {
  await db
    .insert(ledgerCursor)
    .values({ lastEventId })
    .onConflictDoUpdate({
      target: ledgerCursor.id,
      set: { lastEventId: sql`greatest(${ledgerCursor.lastEventId}, excluded.last_event_id)` },
    });
}
