import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, paymentAddresses, quotes } from "./tables.ts";
import { lightningInvoices } from "./lightning/tables.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { rejectAsUnpaid } from "../orders/order-changes.server.ts";
import { orderOfCheckout } from "../orders/orders.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import { assess } from "./model/assess.ts";
import { loadFacts } from "./facts.server.ts";
import { currentQuote, type PaymentPolicy } from "./model/payment.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";

const BATCH_SIZE = 100;

/**
 * Rejects unpaid orders: some hours after their last quote expired, as the settings say, and only after a later
 * poll of their address and after the Lightning node said that their invoices ended unpaid. While no chain source or
 * node responds, none of its orders is rejected. Returns how many.
 */
export async function rejectUnpaidOrders(
  db: Db,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Promise<number> {
  const { rejectUnpaid, rejectUnpaidAfterHours } = await readSettings(db);
  if (!rejectUnpaid) return 0;
  const expiredBefore = addMs(now, -rejectUnpaidAfterHours * HOUR_MS);
  const due = await db
    .select({ checkoutId: orders.checkoutId })
    .from(orders)
    .innerJoin(quotes, eq(quotes.checkoutId, orders.checkoutId))
    .leftJoin(paymentAddresses, eq(paymentAddresses.address, orders.bitcoinWallet))
    .where(
      and(
        eq(orders.status, "pending"),
        inArray(orders.paymentStatus, ["pending", "expired"]),
        eq(orders.paymentMethod, "bitcoin"),
        isNull(orders.deletedAt),
        lt(orders.createdAt, expiredBefore),
        notExists(
          db
            .select({ txid: chainOutputs.txid })
            .from(chainOutputs)
            .where(
              and(
                eq(chainOutputs.checkoutId, orders.checkoutId),
                inArray(chainOutputs.state, ["mempool", "confirmed"]),
              ),
            ),
        ),
        notExists(
          db
            .select({ id: lightningInvoices.id })
            .from(lightningInvoices)
            .where(
              and(
                eq(lightningInvoices.checkoutId, orders.checkoutId),
                or(
                  isNotNull(lightningInvoices.settledAt),
                  sql`${lightningInvoices.lastCheckedAt} > ${lightningInvoices.expiresAt} is not true`,
                ),
              ),
            ),
        ),
      ),
    )
    .groupBy(
      orders.checkoutId,
      orders.createdAt,
      orders.bitcoinWallet,
      paymentAddresses.lastCheckedAt,
    )
    .having(
      and(
        lt(max(quotes.expiresAt), expiredBefore),
        or(
          isNull(orders.bitcoinWallet),
          gt(
            paymentAddresses.lastCheckedAt,
            sql`${max(quotes.expiresAt)} + make_interval(hours => ${rejectUnpaidAfterHours})`,
          ),
        ),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(BATCH_SIZE);
  let rejected = 0;
  for (const { checkoutId } of due) {
    if (
      await db.transaction((tx) => rejectIfUnpaid(tx, checkoutId, { policy, expiredBefore, now }))
    )
      rejected += 1;
  }
  return rejected;
}

/** Rejects an order that is still unpaid under the lock: it may have been paid or re-quoted meanwhile. */
async function rejectIfUnpaid(
  tx: Db,
  checkoutId: string,
  { policy, expiredBefore, now }: { policy: PaymentPolicy; expiredBefore: Date; now: Date },
): Promise<boolean> {
  await lockCheckout(tx, checkoutId);
  const facts = await loadFacts(tx, checkoutId);
  const quote = currentQuote(facts.quotes);
  const order = await orderOfCheckout(tx, checkoutId, { lock: true });
  if (!quote || !order || order.deletedAt || order.status !== "pending") return false;
  const { status } = assess(
    { ...facts, priceCents: quote.priceCents, settledAt: order.settledAt },
    policy,
    now,
  );
  if (status !== "expired" || quote.expiresAt >= expiredBefore) return false;
  await rejectAsUnpaid(tx, order, now);
  return true;
}
