import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { addShopMessage } from "../orders/messages.server.ts";
import {
  type Change,
  lockForChange,
  type OrderChangeError,
} from "../orders/order-changes.server.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { orderLeases } from "../orders/tables.ts";
import { readLeases } from "./leases.server.ts";

/**
 * Asks the buyer of a paid order, which is set aside until they answer or correct the recipient: "unchanged" for one that
 * does not wait for its coins. The administrator who had taken it releases it; "taken" if another one has.
 */
export async function askBuyer(
  db: Db,
  change: Change & { text: string },
): Promise<Result<StoredOrder, OrderChangeError | "taken">> {
  const { actor, now } = change;
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, change);
    if (!found.ok) return found;
    const order = found.value;
    if (order.status !== "processing") return err("unchanged");
    const taken = (await readLeases(tx, [order.id], now)).get(order.id);
    if (taken && taken.userId !== actor.id) return err("taken");
    await tx.delete(orderLeases).where(eq(orderLeases.orderId, order.id));
    await addShopMessage(tx, order, { ...change, asks: true });
    return ok(order);
  });
}
