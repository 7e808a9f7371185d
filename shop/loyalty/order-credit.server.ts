import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { setHeldCredit } from "../credit/checkout-credit.server.ts";
import { orders } from "../orders/tables.ts";

/**
 * Returns the credit that an order was paid with once it is rejected or deleted, and takes it again when the order goes on.
 * Idempotent.
 */
export async function reconcileOrderCredit(db: Db, orderId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(eq(orders.id, orderId))
      .for("no key update");
    if (!order || order.creditCents === 0) return;
    const ended = order.status === "rejected" || order.deletedAt !== null;
    const cents = ended ? 0 : order.creditCents;
    await setHeldCredit(tx, { checkoutId: order.checkoutId, cents, now });
  });
}
