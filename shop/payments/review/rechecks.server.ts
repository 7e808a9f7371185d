import { asc, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { paymentRechecks } from "../tables.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { reassess } from "../payments.server.ts";

/**
 * Looks again at the money of one checkout whose order was rejected, deleted, or is no longer; false when there
 * is none. Several instances take one each.
 */
export async function recheckNext(db: Db, policy: PaymentPolicy, now: Date): Promise<boolean> {
  // Nearly always there is none, and this is asked all the time.
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
