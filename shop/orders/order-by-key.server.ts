import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { hasScope } from "../api-keys/api-keys.server.ts";
import type { Actor } from "../audit/audit.ts";
import type { OrderStatus } from "./order.ts";
import { changeStatus, lockOrder } from "./order-changes.server.ts";
import type { StoredOrder } from "./orders.server.ts";

/**
 * Sets the status of an order on behalf of an API key. Idempotent: an order that already has the status is returned
 * unchanged, whatever its version, so that a client can retry after a lost response.
 */
export async function setStatusByKey(
  db: Db,
  change: {
    orderId: string;
    status: OrderStatus;
    reason?: string | undefined;
    /** The versions of the `If-Match` header; null to change any version. */
    versions: readonly number[] | null;
    actor: Actor;
    now: Date;
  },
): Promise<Result<StoredOrder, "forbidden" | "not-found" | "stale">> {
  const { orderId, status, reason, versions, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await hasScope(tx, { actor, now }, "orders:write"))) return err("forbidden");
    const order = await lockOrder(tx, orderId);
    if (!order) return err("not-found");
    if (order.status === status) return ok(order);
    if (versions && !versions.includes(order.version)) return err("stale");
    const why = status === "rejected" && reason ? { reason } : {};
    const changed = await changeStatus(tx, order, { orderId, status, ...why, actor, now });
    return changed.ok ? changed : ok(order);
  });
}
