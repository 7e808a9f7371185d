import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orderLeases, orders } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator, mayChange } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { type OrderStatus, UNDO_MS } from "./order.ts";
import { mailOrderEnded } from "./order-mails.server.ts";
import { addEvent, changedAt, notifyOrder, type StoredOrder } from "./orders.server.ts";
import { shopReasons } from "./status-reason.ts";
import { addMs } from "#lib/time.ts";

/** Why an order was not changed: not an administrator, unknown id, newer version, or already in that state. */
export type OrderChangeError = "forbidden" | "not-found" | "stale" | "unchanged";

export interface Change {
  orderId: string;
  /** The version that the administrator saw; null to change any version. */
  version: number | null;
  actor: Actor;
  now: Date;
}

interface StatusChange {
  status: OrderStatus;
  reason?: string;
  /** The change can be undone for `UNDO_MS`; its mail and its points wait as long. */
  undoable?: boolean;
  /** The administrator saw the buyer's last message, and answers it by this change. */
  answersBuyer?: boolean;
}

/** Sets the status of an order. The owner may make every transition. */
export async function setOrderStatus(
  db: Db,
  change: Change & StatusChange,
): Promise<Result<StoredOrder, OrderChangeError>> {
  return db.transaction(async (tx) => {
    const found = await lockForStatus(tx, change);
    return found.ok ? changeStatus(tx, found.value, change) : found;
  });
}

/** The outcome of a change to many orders. */
export interface BulkChange {
  /** The orders that were changed, with the versions that they have now. */
  changed: { id: string; version: number }[];
  /** How many orders already had the status. */
  unchanged: number;
  /** How many orders were deleted meanwhile. */
  missing: number;
}

/** Sets the status of many orders in one transaction, undoable; every transition is allowed. */
export async function setStatusOfMany(
  db: Db,
  change: { orderIds: readonly string[]; status: OrderStatus; actor: Actor; now: Date },
): Promise<Result<BulkChange, "forbidden">> {
  const { orderIds, status, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const ids = [...new Set(orderIds)];
    const found = await lockMany(tx, ids);
    const changed: BulkChange["changed"] = [];
    for (const order of found) {
      const one = { orderId: order.id, status, undoable: true, actor, now };
      const result = await changeStatus(tx, order, one);
      if (result.ok) changed.push({ id: order.id, version: result.value.version });
    }
    const unchanged = found.length - changed.length;
    return ok({ changed, unchanged, missing: ids.length - found.length });
  });
}

/** Deletes many orders in one transaction, as `deleteOrder` does. */
export async function deleteMany(
  db: Db,
  change: { orderIds: readonly string[]; actor: Actor; now: Date },
): Promise<Result<{ deleted: number; missing: number }, "forbidden">> {
  const { orderIds, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const ids = [...new Set(orderIds)];
    const found = await lockMany(tx, ids);
    for (const order of found) await markDeleted(tx, order, { orderId: order.id, actor, now });
    return ok({ deleted: found.length, missing: ids.length - found.length });
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
  const rejection = { status: "rejected" as const, reason: shopReasons.unpaid };
  const change = { orderId: order.id, ...rejection, actor, now };
  await changeStatus(tx, order, change);
}

/** Sets the status of a locked order, with its event, its audit entry and its mail. */
export async function changeStatus(
  tx: Db,
  before: StoredOrder,
  change: Omit<Change, "version"> & StatusChange,
): Promise<Result<StoredOrder, "unchanged">> {
  const { status, reason, undoable = false, answersBuyer = false, actor, now } = change;
  if (before.status === status) return err("unchanged");
  const completedAt = status === "completed" ? now : null;
  // An order that goes on waits for no answer any more; a message that was not answered is not lost with it.
  const ends = answersBuyer || before.awaitedFrom === "buyer";
  const awaitedNow = ends ? { awaitedFrom: null, awaitedSince: null } : {};
  const values = { status, statusReason: reason ?? null, completedAt, ...awaitedNow };
  const after = await updateOrder(tx, before, values, now);
  const data = { from: before.status, to: status, ...(reason && { reason }) };
  const dueAt = undoable ? addMs(now, UNDO_MS) : now;
  const { awaitedFrom, awaitedSince } = before;
  const undo = undoable ? { undoUntil: dueAt.toISOString(), awaitedFrom, awaitedSince } : {};
  await addEvent(tx, before.id, "status", { ...data, ...undo, by: actor.email }, now);
  await auditOrder(tx, change, "order.status", data);
  await mailOrderEnded(tx, after, { now, dueAt });
  await tx.delete(orderLeases).where(eq(orderLeases.orderId, before.id));
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
    const after = await updateOrder(tx, before, { note }, now);
    await addEvent(tx, before.id, "note", { by: actor.email }, now);
    await auditOrder(tx, change, "order.note", { from: before.note, to: note });
    await notifyOrder(tx, before);
    return ok(after);
  });
}

/** Deletes an order from all lists and metrics. It is purged later (`purgeDeletedOrders`). */
export async function deleteOrder(
  db: Db,
  change: Change,
): Promise<Result<StoredOrder, OrderChangeError>> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, change.actor))) return err("forbidden");
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
  const after = await updateOrder(tx, before, { deletedAt: now }, now);
  await addEvent(tx, before.id, "deleted", { by: actor.email }, now);
  const { status, email, totalCents } = before;
  await auditOrder(tx, change, "order.deleted", { status, email, totalCents });
  await notifyOrder(tx, before);
  return after;
}

/**
 * Locks an order whose status is to change. Those who deliver complete or reject orders that wait for their coins;
 * another status than that is not the one they saw.
 */
export async function lockForStatus(
  tx: Db,
  change: Change & Pick<StatusChange, "status">,
): Promise<Result<StoredOrder, OrderChangeError>> {
  const found = await lockForChange(tx, change);
  if (!found.ok || (await isAdministrator(tx, change.actor))) return found;
  if (change.status !== "completed" && change.status !== "rejected") return err("forbidden");
  return found.value.status === "processing" ? found : err("stale");
}

/** Locks an order that a member of the team wants to change. */
export async function lockForChange(
  tx: Db,
  { orderId, version, actor }: Change,
): Promise<Result<StoredOrder, OrderChangeError>> {
  if (!(await mayChange(tx, actor, "deliver"))) return err("forbidden");
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

/** Updates a locked order, and increments its version. */
export async function updateOrder(
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

/** Records a change of an order in the audit log. */
export async function auditOrder(
  tx: Db,
  { orderId, actor, now }: Pick<Change, "orderId" | "actor" | "now">,
  action:
    | "order.status"
    | "order.note"
    | "order.deleted"
    | "order.withdrawal-accepted"
    | "order.withdrawal-declined"
    | "order.purged"
    | "order.delivered-again"
    | "order.delivered-late"
    | "order.message"
    | "order.message-done",
  data: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { actor, action, subject: "order", subjectId: orderId, data, now });
}
