import { and, asc, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "../checkout/tables.ts";
import { receipts, paymentAddresses } from "../payments/tables.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { orderAccess, orderEvents, orders } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import type { OrderStatus } from "./order.ts";
import { lockCheckout } from "./lock-checkout.server.ts";
import { mailOrderEnded } from "./order-mails.server.ts";
import { addEvent, changedAt, notifyOrder, type StoredOrder } from "./orders.server.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

/** Why an order was not changed: not an administrator, unknown id, newer version, or already in that state. */
export type OrderChangeError = "forbidden" | "not-found" | "stale" | "unchanged";

/** How long a deleted order is stored before it is purged, in days. */
const PURGE_AFTER_DAYS = 30;

interface Change {
  orderId: string;
  /** The version that the administrator saw; null to change any version. */
  version: number | null;
  actor: Actor;
  now: Date;
}

/** Sets the status of an order. Every transition is allowed. */
export async function setOrderStatus(
  db: Db,
  change: Change & { status: OrderStatus; reason?: string },
): Promise<Result<StoredOrder, OrderChangeError>> {
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, change);
    return found.ok ? changeStatus(tx, found.value, change) : found;
  });
}

/** The outcome of a change to many orders. */
export interface BulkChange {
  changed: number;
  /** Orders that already had the status. */
  unchanged: number;
  /** Orders that were deleted meanwhile. */
  missing: number;
}

/** Sets the status of many orders in one transaction; every transition is allowed. */
export async function setStatusOfMany(
  db: Db,
  change: { orderIds: readonly string[]; status: OrderStatus; actor: Actor; now: Date },
): Promise<Result<BulkChange, "forbidden">> {
  const { orderIds, status, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const ids = [...new Set(orderIds)];
    const found = await lockMany(tx, ids);
    let changed = 0;
    for (const order of found) {
      const result = await changeStatus(tx, order, { orderId: order.id, status, actor, now });
      if (result.ok) changed += 1;
    }
    return ok({ changed, unchanged: found.length - changed, missing: ids.length - found.length });
  });
}

/** Deletes many orders in one transaction, as `deleteOrder` does. */
export async function deleteMany(
  db: Db,
  change: { orderIds: readonly string[]; actor: Actor; now: Date },
): Promise<Result<Pick<BulkChange, "changed" | "missing">, "forbidden">> {
  const { orderIds, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const ids = [...new Set(orderIds)];
    const found = await lockMany(tx, ids);
    for (const order of found) await markDeleted(tx, order, { orderId: order.id, actor, now });
    return ok({ changed: found.length, missing: ids.length - found.length });
  });
}

/** Locks the orders that are not deleted, in a fixed order, which prevents deadlocks between concurrent changes. */
function lockMany(tx: Db, ids: readonly string[]): Promise<StoredOrder[]> {
  return tx
    .select()
    .from(orders)
    .where(and(inArray(orders.id, ids), isNull(orders.deletedAt)))
    .orderBy(asc(orders.id))
    .for("no key update");
}

/** Rejects an unpaid order on behalf of the shop. The transaction must hold the lock of the order. */
export async function rejectAsUnpaid(tx: Db, order: StoredOrder, now: Date): Promise<void> {
  const actor = { id: null, email: "Satchel", ip: null };
  const change = { orderId: order.id, status: "rejected" as const, reason: "not paid", actor, now };
  await changeStatus(tx, order, change);
}

/** Sets the status of a locked order, with its event, its audit entry and its mail. */
export async function changeStatus(
  tx: Db,
  before: StoredOrder,
  change: Omit<Change, "version"> & { status: OrderStatus; reason?: string },
): Promise<Result<StoredOrder, "unchanged">> {
  const { status, reason, actor, now } = change;
  if (before.status === status) return err("unchanged");
  const after = await update(tx, before, { status, statusReason: reason ?? null }, now);
  const data = { from: before.status, to: status, ...(reason && { reason }) };
  await addEvent(tx, before.id, "status", { ...data, by: actor.email }, now);
  await audit(tx, change, "order.status", data);
  await mailOrderEnded(tx, after, now);
  await notifyOrder(tx, before);
  return ok(after);
}

/** Replaces the internal note of an order. */
export async function setOrderNote(
  db: Db,
  change: Change & { note: string },
): Promise<Result<StoredOrder, OrderChangeError>> {
  const { note, actor, now } = change;
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, change);
    if (!found.ok) return found;
    const before = found.value;
    if (before.note === note) return err("unchanged");
    const after = await update(tx, before, { note }, now);
    await addEvent(tx, before.id, "note", { by: actor.email }, now);
    await audit(tx, change, "order.note", { from: before.note, to: note });
    await notifyOrder(tx, before);
    return ok(after);
  });
}

/** Deletes an order from all lists and metrics. It is purged after `PURGE_AFTER_DAYS`. */
export async function deleteOrder(
  db: Db,
  change: Change,
): Promise<Result<StoredOrder, OrderChangeError>> {
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, change);
    return found.ok ? ok(await markDeleted(tx, found.value, change)) : found;
  });
}

/** Deletes a locked order, with its event and its audit entry. */
async function markDeleted(
  tx: Db,
  before: StoredOrder,
  change: Omit<Change, "version">,
): Promise<StoredOrder> {
  const { actor, now } = change;
  const after = await update(tx, before, { deletedAt: now }, now);
  await addEvent(tx, before.id, "deleted", { by: actor.email }, now);
  const { status, email, totalCents } = before;
  await audit(tx, change, "order.deleted", { status, email, totalCents });
  await notifyOrder(tx, before);
  return after;
}

/**
 * Purges the orders that were deleted more than `PURGE_AFTER_DAYS` ago; returns how many. Orders with an open payment
 * review are skipped.
 */
export async function purgeDeletedOrders(db: Db, now: Date): Promise<number> {
  const until = addMs(now, -PURGE_AFTER_DAYS * DAY_MS);
  const due = await db
    .select({ checkoutId: orders.checkoutId })
    .from(orders)
    .where(lt(orders.deletedAt, until));
  let purged = 0;
  for (const { checkoutId } of due) {
    if (await db.transaction((tx) => purge(tx, checkoutId, { until, now }))) purged += 1;
  }
  return purged;
}

async function purge(
  tx: Db,
  checkoutId: string,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  await lockCheckout(tx, checkoutId);
  const [order] = await tx
    .select({ id: orders.id, address: orders.bitcoinWallet })
    .from(orders)
    .where(and(eq(orders.checkoutId, checkoutId), lt(orders.deletedAt, until)))
    // The row is deleted, so the full lock is needed.
    .for("update");
  const received = tx
    .select({ id: receipts.id })
    .from(receipts)
    .where(eq(receipts.checkoutId, checkoutId));
  const openReviews = await tx.$count(
    paymentReviews,
    or(eq(paymentReviews.checkoutId, checkoutId), inArray(paymentReviews.receiptId, received)),
  );
  if (!order || openReviews > 0) return false;
  const { id } = order;
  await tx.delete(orderEvents).where(eq(orderEvents.orderId, id));
  await tx.delete(orderAccess).where(eq(orderAccess.orderId, id));
  await tx.delete(orders).where(eq(orders.id, id));
  // Later money must not place a new order. Money that arrived since the last check of the address is not known
  // yet, so the time of that check decides.
  const [address] = await tx
    .select({ at: paymentAddresses.lastCheckedAt })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, order.address ?? ""));
  await tx
    .update(checkouts)
    .set({ state: "purged", updatedAt: address?.at ?? now })
    .where(eq(checkouts.id, checkoutId));
  const actor = { id: null, email: "Satchel", ip: null };
  await audit(tx, { orderId: id, actor, now }, "order.purged", {});
  return true;
}

async function lockForChange(
  tx: Db,
  { orderId, version, actor }: Change,
): Promise<Result<StoredOrder, OrderChangeError>> {
  if (!(await isAdministrator(tx, actor))) return err("forbidden");
  const order = await lockOrder(tx, orderId);
  if (!order) return err("not-found");
  return version !== null && order.version !== version ? err("stale") : ok(order);
}

/** Locks an order until the transaction ends; returns null for an unknown id. */
export async function lockOrder(tx: Db, orderId: string): Promise<StoredOrder | null> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isNull(orders.deletedAt)))
    .for("no key update");
  return order ?? null;
}

async function update(
  tx: Db,
  order: StoredOrder,
  values: Partial<StoredOrder>,
  now: Date,
): Promise<StoredOrder> {
  const [changed] = await tx
    .update(orders)
    .set({ ...values, ...changedAt(now) })
    .where(eq(orders.id, order.id))
    .returning();
  if (!changed) throw new Error(`locked order was not updated id=${order.id}`);
  return changed;
}

async function audit(
  tx: Db,
  { orderId, actor, now }: Pick<Change, "orderId" | "actor" | "now">,
  action: "order.status" | "order.note" | "order.deleted" | "order.purged",
  data: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { actor, action, subject: "order", subjectId: orderId, data, now });
}
