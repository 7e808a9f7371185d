import type { Db } from "#db/client.server.ts";
import { mailAdministrators } from "../accounts/admin-mails.server.ts";
import type { Actor } from "../audit/audit.ts";
import type { LateState } from "./delivery.ts";
import { auditOrder } from "../orders/order-changes.server.ts";
import { addEvent } from "../orders/orders.server.ts";

/**
 * Records that the adapter delivered an order that no longer waited for its coins: in its history and the audit log.
 * Mails the administrators, except about a completed order: the back office asked about the adapter before.
 */
export async function recordLateDelivery(
  tx: Db,
  late: { orderId: string; state: LateState; actor: Actor; now: Date },
): Promise<void> {
  const { orderId, state, actor, now } = late;
  await addEvent(tx, orderId, "delivered", { state, by: actor.email }, now);
  await auditOrder(tx, late, "order.delivered-late", { state });
  if (state !== "completed")
    await mailAdministrators(tx, {
      key: `admin-delivery:${orderId}:${now.toISOString()}`,
      message: { template: "admin-delivery", orderId, state },
      now,
    });
}
