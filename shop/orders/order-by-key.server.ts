import type { Db } from "#db/client.server.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { keyMay } from "../api-keys/api-keys.server.ts";
import type { Actor } from "../audit/audit.ts";
import type { OrderStatus } from "./order.ts";
import { changeStatus, lockOrder } from "./order-changes.server.ts";
import type { StoredOrder } from "./orders.server.ts";

/**
 * Sets the status of an order as a program with a key asks. One that has it already stays as it is, whatever version
 * was looked at: who asks again because no answer came gets what they wanted the first time.
 */
export async function setStatusByKey(
  db: Db,
  change: {
    orderId: string;
    status: OrderStatus;
    reason?: string | undefined;
    /** The versions that were looked at; null for whoever changes it whatever it has become. */
    versions: readonly number[] | null;
    actor: Actor;
    now: Date;
  },
): Promise<Result<StoredOrder, "forbidden" | "not-found" | "stale">> {
  const { orderId, status, reason, versions, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await keyMay(tx, { actor, now }, "orders:write"))) return refuse("forbidden");
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("not-found");
    if (order.status === status) return ok(order);
    if (versions && !versions.includes(order.version)) return refuse("stale");
    const why = status === "rejected" && reason ? { reason } : {};
    const changed = await changeStatus(tx, order, { orderId, status, ...why, actor, now });
    return changed.ok ? changed : ok(order);
  });
}
