import { and, asc, eq, gt, inArray, isNotNull, not, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { recordAudit } from "../audit/audit.server.ts";
import type { TikTokAccount } from "../checkouts/checkout.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { tellOfAct } from "../orders/act-mails.server.ts";
import { updateOrder } from "../orders/order-changes.server.ts";
import { CORRECTIONS_MAX } from "../orders/order.ts";
import {
  addEvent,
  notifyOrder,
  orderOfCheckout,
  type StoredOrder,
} from "../orders/orders.server.ts";
import { orderEvents, orderLeases } from "../orders/tables.ts";
import { type Permit, stillPermits } from "../orders/permits.server.ts";
import { type Correction, correctionOf, type CorrectionState } from "./correction.ts";
import { orderDeliveries } from "./tables.ts";

/** What the page of an order offers its buyer. */
export interface CorrectionView {
  state: CorrectionState;
  /** How many corrections were made. A form sends it back, which reveals that another one was made since. */
  made: number;
}

/** Returns whether the buyer can correct the recipient of an order. */
export async function correctionView(db: Db, order: StoredOrder): Promise<CorrectionView> {
  const made = (await readCorrections(db, [order.id])).get(order.id)?.length ?? 0;
  return { state: await stateOf(db, order, made), made };
}

/**
 * Corrects the TikTok account that gets the coins of an order, on behalf of its buyer; "stale" after another correction.
 * Taking the order (`takeOrder`) and claiming it for the adapter (`claimDeliveries`) lock its row as well: either they
 * see the corrected recipient, or the correction is refused.
 */
export async function correctRecipient(
  db: Db,
  input: {
    permit: Permit<"recipient">;
    order: StoredOrder;
    account: TikTokAccount;
    /** How many corrections the buyer saw. */
    made: number;
    /** The network address of the request, for the audit log. */
    ip: string | null;
    now: Date;
  },
): Promise<Result<void, Exclude<CorrectionState, "open"> | "stale">> {
  const { permit, account, ip, now } = input;
  const { checkoutId } = input.order;
  return db.transaction(async (tx) => {
    await lockCheckout(tx, checkoutId);
    const order = await orderOfCheckout(tx, checkoutId, { lock: true });
    if (!order || !(await stillPermits(tx, permit, order))) return err("closed");
    const { state, made } = await correctionView(tx, order);
    if (state !== "open") return err(state);
    if (made !== input.made) return err("stale");
    const { tiktokUsername, tiktokUid } = account;
    if (order.tiktokUsername === tiktokUsername && order.tiktokUid === tiktokUid)
      return ok(undefined);
    // An order that was set aside for an answer goes back into its place.
    const answer = order.awaitedFrom === "buyer" ? { awaitedFrom: null, awaitedSince: null } : {};
    await updateOrder(tx, order, { tiktokUsername, tiktokUid, ...answer }, now);
    // Another package is bought for the recipient of the checkout.
    await tx
      .update(checkouts)
      .set({ tiktokUsername, tiktokUid, updatedAt: now })
      .where(eq(checkouts.id, checkoutId));
    const names = { from: order.tiktokUsername, to: tiktokUsername };
    const uids = { fromUid: order.tiktokUid, toUid: tiktokUid };
    const data = { ...names, ...uids, by: "customer" };
    const eventId = await addEvent(tx, order.id, "recipient", data, now);
    const shown = (name: string | null, id: string | null) => (id ? `${name} (${id})` : name);
    const change = {
      from: shown(order.tiktokUsername, order.tiktokUid),
      to: shown(tiktokUsername, tiktokUid) ?? "",
    };
    await tellOfAct(tx, order, { permit, eventId, change, now });
    await recordAudit(tx, {
      actor: { id: null, email: order.email, ip },
      action: "order.recipient",
      subject: "order",
      subjectId: order.id,
      data: {
        before: { username: order.tiktokUsername, UID: order.tiktokUid },
        after: { username: tiktokUsername, UID: tiktokUid },
      },
      now,
    });
    await notifyOrder(tx, order);
    return ok(undefined);
  });
}

/** Returns the corrections of these orders, oldest first, by order id. */
export async function readCorrections(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Correction[]>> {
  const events = await db
    .select({ orderId: orderEvents.orderId, data: orderEvents.data })
    .from(orderEvents)
    .where(and(inArray(orderEvents.orderId, [...ids]), eq(orderEvents.type, "recipient")))
    .orderBy(asc(orderEvents.id));
  const found = new Map<string, Correction[]>();
  for (const { orderId, data } of events)
    found.set(orderId, [...(found.get(orderId) ?? []), correctionOf({ data })]);
  return found;
}

async function stateOf(db: Db, order: StoredOrder, made: number): Promise<CorrectionState> {
  const waits = order.status === "pending" || order.status === "processing";
  if (!waits || order.packageKind !== "coins" || order.deletedAt || (await isDelivered(db, order)))
    return "closed";
  return made < CORRECTIONS_MAX ? "open" : "used-up";
}

/** Returns whether somebody delivers an order now, or may have done so before. */
async function isDelivered(db: Db, { id, createdAt }: StoredOrder): Promise<boolean> {
  // After a lease that lapsed, only its administrator knows whether the coins were sent; releasing the order says no.
  const lease = eq(orderLeases.orderId, id);
  // "Deliver again" sets the attempts back, and `since` forward.
  const wasCalled = or(
    gt(orderDeliveries.attempts, 0),
    isNotNull(orderDeliveries.deliveredAt),
    isNotNull(orderDeliveries.failedAt),
    gt(orderDeliveries.since, createdAt),
  );
  const completion = and(
    eq(orderEvents.orderId, id),
    eq(orderEvents.type, "status"),
    sql`${orderEvents.data} ->> 'to' = 'completed'`,
  );
  const counts = [
    await db.$count(orderLeases, lease),
    await db.$count(
      orderDeliveries,
      and(eq(orderDeliveries.orderId, id), wasCalled, not(orderDeliveries.unsent)),
    ),
    await db.$count(orderEvents, completion),
  ];
  return counts.some((count) => count > 0);
}
