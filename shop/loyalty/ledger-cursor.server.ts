import { and, asc, eq, gt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { ledger, ledgerCursor } from "./tables.ts";
import { orderEvents, orders } from "../orders/tables.ts";

/**
 * Returns the next events after the cursor by id, except those in `seen`. `concerns` is false for an order whose email
 * has neither an account nor ledger rows, unless it was corrected, or credit was used or bought, or a gift code. Changes that an administrator can still undo follow later.
 */
export async function eventsAfterCursor(
  db: Db,
  options: { seen: number[]; limit: number; now: Date },
): Promise<{ id: number; orderId: string; at: Date; concerns: boolean }[]> {
  const { seen, limit, now } = options;
  const cursor = sql`coalesce((select ${ledgerCursor.lastEventId} from ${ledgerCursor}), 0)`;
  const email = sql`lower(${orders.email})`;
  const account = db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const siblings = alias(orders, "siblings");
  const given = db
    .select({ orderId: ledger.orderId })
    .from(ledger)
    .innerJoin(siblings, eq(siblings.id, ledger.orderId))
    .where(eq(sql`lower(${siblings.email})`, email));
  // One array parameter, because there may be thousands of ids.
  const followed = sql`(select 1 from unnest(${`{${seen.join(",")}}`}::bigint[]) as followed(id)
    where followed.id = ${orderEvents.id})`;
  const at = sql.param(now, orderEvents.at);
  const isFinal = sql`coalesce((${orderEvents.data} ->> 'undoUntil')::timestamptz <= ${at}, true)`;
  return db
    .select({
      id: orderEvents.id,
      orderId: orderEvents.orderId,
      at: orderEvents.at,
      concerns: sql<boolean>`exists ${account} or exists ${given} or ${orderEvents.type} = 'email' or ${orders.creditCents} > 0 or ${orders.packageKind} <> 'coins'`,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(and(gt(orderEvents.id, cursor), notExists(followed), isFinal))
    .orderBy(asc(orderEvents.id))
    .limit(limit);
}

/** Advances the cursor to an event; does nothing if another instance is further. */
export async function moveCursor(db: Db, lastEventId: number): Promise<void> {
  await db
    .insert(ledgerCursor)
    .values({ lastEventId })
    .onConflictDoUpdate({
      target: ledgerCursor.id,
      set: { lastEventId: sql`greatest(${ledgerCursor.lastEventId}, excluded.last_event_id)` },
    });
}
