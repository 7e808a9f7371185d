import { sql } from "drizzle-orm";
import { isNextDue } from "#db/claim-due.server.ts";
import type { Db } from "#db/client.server.ts";
import { addMs, SECOND_MS } from "#lib/time.ts";
import { lightningInvoices } from "./tables.ts";
import { OPEN_MS } from "./invoice-states.server.ts";

/** How many invoices are claimed at once. */
export const LOOK_UPS_PER_CLAIM = 64;

export type DueInvoice = Pick<
  typeof lightningInvoices.$inferSelect,
  "id" | "checkoutId" | "paymentHash" | "expiresAt"
>;

/** Claims the invoices due for longest: they are due again after the usual interval, also if this process dies. */
export async function claimDue(db: Db, now: Date): Promise<DueInvoice[]> {
  const { id, checkoutId, paymentHash, expiresAt, nextCheckAt } = lightningInvoices;
  return db
    .update(lightningInvoices)
    .set({ nextCheckAt: addMs(now, OPEN_MS) })
    .where(
      isNextDue(db, {
        table: lightningInvoices,
        key: [id],
        dueAt: nextCheckAt,
        now,
        limit: LOOK_UPS_PER_CLAIM,
      }),
    )
    .returning({ id, checkoutId, paymentHash, expiresAt });
}

/**
 * Spreads the look-ups that became due while the shop or the node was down over one interval, together with those due
 * soon; invoices with an open page stay due. Otherwise they would be a burst that repeats after each interval.
 */
export async function spreadOverdue(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const interval = sql`${OPEN_MS / SECOND_MS}::float8`;
  await db.execute(sql`
    with due as materialized (
      select id, next_check_at from ${lightningInvoices}
      where next_check_at <= ${at} + make_interval(secs => ${interval})
        and coalesce(watched_until <= ${at}, true)
      for no key update skip locked
    ), placed as (
      select id, ${interval} * (row_number() over (order by next_check_at) - 1) / count(*) over () as wait from due
    )
    update ${lightningInvoices} i set next_check_at = ${at} + make_interval(secs => placed.wait)
    from placed where placed.id = i.id`);
}
