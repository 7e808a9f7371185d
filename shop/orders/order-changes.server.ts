import { and, asc, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "../checkout/tables.ts";
import { receipts, paymentAddresses, paymentReviews } from "../payments/tables.ts";
import { orderAccess, orderEvents, orders } from "./tables.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import type { OrderStatus } from "./order.ts";
import { lockCheckout } from "./lock-checkout.server.ts";
import { mailOrderEnded } from "./order-mails.server.ts";
import { addEvent, changedAt, notifyOrder, type StoredOrder } from "./orders.server.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

/**
 * Why a change is refused: by somebody who is no administrator, of an order that is not there, that somebody
 * changed meanwhile, or that is so already.
 */
export type ChangeRefusal = "forbidden" | "not-found" | "stale" | "unchanged";

/** How long a deleted order is kept for the audit log, in days. */
const KEEP_DELETED_DAYS = 30;

interface Change {
  orderId: string;
  /** The version that was looked at; null for whoever changes it whatever it has become. */
  version: number | null;
  actor: Actor;
  now: Date;
}

/** Sets the status of an order to any other, as the administrator decides. */
export async function setOrderStatus(
  db: Db,
  change: Change & { status: OrderStatus; reason?: string },
): Promise<Result<StoredOrder, ChangeRefusal>> {
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, change);
    return found.ok ? changeStatus(tx, found.value, change) : found;
  });
}

/** What became of many orders at once. */
export interface BulkChange {
  changed: number;
  /** Had that status already. */
  unchanged: number;
  /** Deleted meanwhile. */
  missing: number;
}

/** Sets the status of many orders, all of them or none; whatever they were before. */
export async function setStatusOfMany(
  db: Db,
  change: { orderIds: readonly string[]; status: OrderStatus; actor: Actor; now: Date },
): Promise<Result<BulkChange, "forbidden">> {
  const { orderIds, status, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
    const ids = [...new Set(orderIds)];
    const found = await tx
      .select()
      .from(orders)
      .where(and(inArray(orders.id, ids), isNull(orders.deletedAt)))
      // Two who change the same ones take turns, instead of each waiting for the other.
      .orderBy(asc(orders.id))
      .for("no key update");
    let changed = 0;
    for (const order of found) {
      const result = await changeStatus(tx, order, { orderId: order.id, status, actor, now });
      if (result.ok) changed += 1;
    }
    return ok({ changed, unchanged: found.length - changed, missing: ids.length - found.length });
  });
}

/** The shop itself rejects an order that was never paid; call it in a transaction that holds the order. */
export async function rejectAsUnpaid(tx: Db, order: StoredOrder, now: Date): Promise<void> {
  const actor = { id: null, email: "Satchel", ip: null };
  const change = { orderId: order.id, status: "rejected" as const, reason: "not paid", actor, now };
  await changeStatus(tx, order, change);
}

/** Sets the status of an order that is locked, with its event, its entry in the audit log and its mail. */
export async function changeStatus(
  tx: Db,
  before: StoredOrder,
  change: Omit<Change, "version"> & { status: OrderStatus; reason?: string },
): Promise<Result<StoredOrder, "unchanged">> {
  const { status, reason, actor, now } = change;
  if (before.status === status) return refuse("unchanged");
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
): Promise<Result<StoredOrder, ChangeRefusal>> {
  const { note, actor, now } = change;
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, change);
    if (!found.ok) return found;
    const before = found.value;
    if (before.note === note) return refuse("unchanged");
    const after = await update(tx, before, { note }, now);
    await addEvent(tx, before.id, "note", { by: actor.email }, now);
    await audit(tx, change, "order.note", { from: before.note, to: note });
    await notifyOrder(tx, before);
    return ok(after);
  });
}

/** Takes an order out of every list and figure; it is kept for 30 days, then purged. */
export async function deleteOrder(
  db: Db,
  change: Change,
): Promise<Result<StoredOrder, ChangeRefusal>> {
  const { actor, now } = change;
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, change);
    if (!found.ok) return found;
    const before = found.value;
    const after = await update(tx, before, { deletedAt: now }, now);
    await addEvent(tx, before.id, "deleted", { by: actor.email }, now);
    const { status, email, totalCents } = before;
    await audit(tx, change, "order.deleted", { status, email, totalCents });
    await notifyOrder(tx, before);
    return ok(after);
  });
}

/**
 * Removes for good the orders that were deleted more than 30 days ago; returns how many. Those with money that
 * waits for a decision are kept until it is made.
 */
export async function purgeDeletedOrders(db: Db, now: Date): Promise<number> {
  const until = addMs(now, -KEEP_DELETED_DAYS * DAY_MS);
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
    // It goes, and what refers to it with it.
    .for("update");
  const received = tx
    .select({ id: receipts.id })
    .from(receipts)
    .where(eq(receipts.checkoutId, checkoutId));
  const waiting = await tx.$count(
    paymentReviews,
    or(eq(paymentReviews.checkoutId, checkoutId), inArray(paymentReviews.receiptId, received)),
  );
  if (!order || waiting > 0) return false;
  const { id } = order;
  await tx.delete(orderEvents).where(eq(orderEvents.orderId, id));
  await tx.delete(orderAccess).where(eq(orderAccess.orderId, id));
  await tx.delete(orders).where(eq(orders.id, id));
  // Money that comes after this finds no order, and must not become another one. What came since the address
  // was asked about last is not known yet.
  const [asked] = await tx
    .select({ at: paymentAddresses.lastCheckedAt })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, order.address ?? ""));
  await tx
    .update(checkouts)
    .set({ state: "purged", updatedAt: asked?.at ?? now })
    .where(eq(checkouts.id, checkoutId));
  const actor = { id: null, email: "Satchel", ip: null };
  await audit(tx, { orderId: id, actor, now }, "order.purged", {});
  return true;
}

async function lockForChange(
  tx: Db,
  { orderId, version, actor }: Change,
): Promise<Result<StoredOrder, ChangeRefusal>> {
  if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse("not-found");
  return version !== null && order.version !== version ? refuse("stale") : ok(order);
}

/** The order under this id, which nobody else changes until the transaction ends; null for none. */
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
  if (!changed) throw new Error(`order ${order.id} is gone while it was locked`);
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
