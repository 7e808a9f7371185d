import { and, asc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { hostedPages } from "./tables.ts";
import { receipts } from "../payments/tables.ts";
import { orders } from "../orders/tables.ts";
import { lockCheckout } from "../orders/lock-checkout.server.ts";
import { rejectAsUnpaid } from "../orders/order-changes.server.ts";
import { orderOfCheckout } from "../orders/orders.server.ts";
import { hasMoney } from "../payments/quotes.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import { isPayable } from "./hosted-pages.server.ts";
import type { HostedMethod } from "./provider.ts";
import { addMs, DAY_MS, HOUR_MS } from "#lib/time.ts";

/** How long a transfer may be on its way, and wait for whoever records it. */
const BY_HAND_MS = 14 * DAY_MS;
const AT_A_TIME = 100;

/**
 * Rejects the orders that nobody paid by card, PayPal or transfer: some hours after the last page on which they
 * could be paid has closed, as the settings say; those that are paid by hand after 14 days, and so those whose page
 * is of a service that is not among the `methods` any more, which nobody asks how it went. Returns how many.
 */
export async function rejectUnpaidElsewhere(
  db: Db,
  { methods, now }: { methods: readonly HostedMethod[]; now: Date },
): Promise<number> {
  const { rejectUnpaid, rejectUnpaidAfterHours } = await readSettings(db);
  if (!rejectUnpaid) return 0;
  const endedBefore = addMs(now, -rejectUnpaidAfterHours * HOUR_MS);
  const byHandBefore = addMs(now, -BY_HAND_MS);
  const pages = sql`(select 1 from ${hostedPages} where ${hostedPages.checkoutId} = ${orders.checkoutId}`;
  const byHand = sql`(${orders.paymentMethod} = 'bank_transfer' or ${orders.paymentMethod} = 'paypal' and not exists ${pages}))`;
  const due = await db
    .select({ checkoutId: orders.checkoutId })
    .from(orders)
    .where(
      and(
        eq(orders.status, "pending"),
        eq(orders.paymentStatus, "pending"),
        ne(orders.paymentMethod, "bitcoin"),
        isNull(orders.deletedAt),
        or(
          and(byHand, lt(orders.createdAt, byHandBefore)),
          and(
            sql`not ${byHand}`,
            lt(orders.createdAt, endedBefore),
            // One that is open or still brings its money has the last word, and so has one that ended a moment ago.
            sql`not exists ${pages} and (
              ${hostedPages.outcome} in ('open', 'processing') and (
                ${inArray(hostedPages.method, [...methods])} or ${gt(hostedPages.expiresAt, byHandBefore)})
              or ${gt(hostedPages.expiresAt, endedBefore)}))`,
          ),
        ),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(AT_A_TIME);
  let rejected = 0;
  for (const { checkoutId } of due)
    if (await db.transaction((tx) => rejectIfUnpaid(tx, checkoutId, now))) rejected += 1;
  return rejected;
}

/** Looks again at what is locked: it may have been paid in the meantime. */
async function rejectIfUnpaid(tx: Db, checkoutId: string, now: Date): Promise<boolean> {
  await lockCheckout(tx, checkoutId);
  const order = await orderOfCheckout(tx, checkoutId, { lock: true });
  if (!order || !isPayable(order) || order.paymentMethod === "bitcoin") return false;
  if (await tx.$count(receipts, eq(receipts.checkoutId, checkoutId))) return false;
  if (await hasMoney(tx, checkoutId)) return false;
  await rejectAsUnpaid(tx, order, now);
  return true;
}
