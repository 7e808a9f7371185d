import { asc, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { paymentRechecks } from "./tables.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { reassess } from "../payments.server.ts";

/**
 * Reassesses one checkout whose order was rejected, deleted or purged; returns false when there is none. Concurrent
 * instances claim different ones.
 */
export async function recheckNext(db: Db, policy: PaymentPolicy, now: Date): Promise<boolean> {
  // A cheap check without a transaction, because there is nearly always none.
  const [any] = await db.select({ id: paymentRechecks.id }).from(paymentRechecks).limit(1);
  if (!any) return false;
  return db.transaction(async (tx) => {
    const [next] = await tx
      .select()
      .from(paymentRechecks)
      .orderBy(asc(paymentRechecks.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!next) return false;
    await tx.delete(paymentRechecks).where(eq(paymentRechecks.id, next.id));
    await reassess(tx, next.checkoutId, policy, now);
    return true;
  });
}
