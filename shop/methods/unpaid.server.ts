import { and, asc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { hostedPages } from "./tables.ts";
import { receipts } from "../payments/tables.ts";
import { orders } from "../orders/tables.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { rejectAsUnpaid } from "../orders/order-changes.server.ts";
import { orderOfCheckout } from "../orders/orders.server.ts";
import { loadFacts } from "../payments/facts.server.ts";
import { hasMoney } from "../payments/model/payment.ts";
import { readSettings } from "../settings/settings.server.ts";
import { isPayable } from "./hosted-pages.server.ts";
import type { HostedMethod } from "./provider.ts";
import { addMs, DAY_MS, HOUR_MS } from "#lib/time.ts";

/** How long a manual payment may take to arrive and be recorded. */
const MANUAL_MS = 14 * DAY_MS;
const BATCH = 100;

/**
 * Rejects unpaid orders of methods other than Bitcoin and returns their number: the hours of `rejectUnpaidAfterHours`
 * after their last page has closed; after 14 days if they are paid manually, or if their page's provider is no longer
 * among the `methods` and so is not polled.
 */
export async function rejectUnpaidOrders(
  db: Db,
  { methods, now }: { methods: readonly HostedMethod[]; now: Date },
): Promise<number> {
  const { rejectUnpaid, rejectUnpaidAfterHours } = await readSettings(db);
  if (!rejectUnpaid) return 0;
  const expiredBefore = addMs(now, -rejectUnpaidAfterHours * HOUR_MS);
  const manualBefore = addMs(now, -MANUAL_MS);
  const pages = sql`(select 1 from ${hostedPages} where ${hostedPages.checkoutId} = ${orders.checkoutId}`;
  const isManual = sql`(${orders.paymentMethod} = 'bank_transfer' or ${orders.paymentMethod} = 'paypal' and not exists ${pages}))`;
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
          and(isManual, lt(orders.createdAt, manualBefore)),
          and(
            sql`not ${isManual}`,
            lt(orders.createdAt, expiredBefore),
            // Not while a page is open or processing, or closed only recently.
            sql`not exists ${pages} and (
              ${hostedPages.outcome} in ('open', 'processing') and (
                ${inArray(hostedPages.method, [...methods])} or ${gt(hostedPages.expiresAt, manualBefore)})
              or ${gt(hostedPages.expiresAt, expiredBefore)}))`,
          ),
        ),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(BATCH);
  let rejected = 0;
  for (const { checkoutId } of due)
    if (await db.transaction((tx) => rejectIfUnpaid(tx, checkoutId, now))) rejected += 1;
  return rejected;
}

/** Rejects the order if it is still unpaid after its rows were locked. */
async function rejectIfUnpaid(tx: Db, checkoutId: string, now: Date): Promise<boolean> {
  await lockCheckout(tx, checkoutId);
  const order = await orderOfCheckout(tx, checkoutId, { lock: true });
  if (!order || !isPayable(order) || order.paymentMethod === "bitcoin") return false;
  if (await tx.$count(receipts, eq(receipts.checkoutId, checkoutId))) return false;
  if (hasMoney(await loadFacts(tx, checkoutId))) return false;
  await rejectAsUnpaid(tx, order, now);
  return true;
}
