import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { addMs } from "#lib/time.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { withdrawMails } from "../mail/mails.server.ts";
import type { StopLink } from "../mail/act-mail.ts";
import { notificationTargets } from "../notifications/tables.ts";
import { isStopLink, STOP_MS } from "../orders/act-mails.server.ts";
import { renewWaitingLinks } from "../orders/email-corrections.server.ts";
import { addBuyerMessage } from "../orders/messages.server.ts";
import { grantAccess, revokeOtherAccess } from "../orders/order-access.server.ts";
import { updateOrder } from "../orders/order-changes.server.ts";
import {
  addEvent,
  findOrder,
  notifyOrder,
  orderOfCheckout,
  type StoredOrder,
} from "../orders/orders.server.ts";
import { orderEvents, withdrawals } from "../orders/tables.ts";
import { correctionView } from "./corrections.server.ts";
import { correctionOf } from "./correction.ts";

/** The events of acts that a link stops. */
const stoppable = [
  "recipient",
  "refund-address",
  "consent",
  "withdrawal",
  "message",
  "device",
] as const;

export type StoppableEvent = (typeof stoppable)[number];

/** In the message to the owner, which is in English. */
const words: Record<StoppableEvent, string> = {
  recipient: "correct the recipient",
  "refund-address": "set the refund address",
  consent: "agree to immediate delivery",
  withdrawal: "withdraw from the contract",
  message: "write the last message",
  device: "add a device",
};

interface Stop {
  orderId: string;
  link: StopLink;
  now: Date;
}

/** Returns the act that a link stops; null for an unknown, used or expired one. */
export async function readStop(
  db: Db,
  { orderId, link, now }: Stop,
): Promise<{ order: StoredOrder; type: StoppableEvent; data: Record<string, unknown> } | null> {
  const order = await findOrder(db, orderId);
  if (!order || !(await isStopLink(db, order, link))) return null;
  const ofOrder = eq(orderEvents.orderId, order.id);
  const isStopped = and(
    ofOrder,
    eq(orderEvents.type, "stopped"),
    sql`(${orderEvents.data} ->> 'of')::bigint = ${link.eventId}`,
  );
  if ((await db.$count(orderEvents, isStopped)) > 0) return null;
  const [event] = await db
    .select({ type: orderEvents.type, data: orderEvents.data })
    .from(orderEvents)
    .where(
      and(
        ofOrder,
        eq(orderEvents.id, link.eventId),
        inArray(orderEvents.type, [...stoppable]),
        gt(orderEvents.at, addMs(now, -STOP_MS)),
      ),
    );
  return event ? { order, type: event.type as StoppableEvent, data: event.data } : null;
}

/**
 * Stops an act by the link in the mail about it: undoes it, unless the order has gone on (`late`), tells the owner by a message,
 * and ends all links from before and the access of all browsers but this one and that which placed the order.
 */
export async function stopAct(
  db: Db,
  input: Stop & { visitorHash: string; ip: string | null },
): Promise<Result<"undone" | "late", "invalid">> {
  const { orderId, link, visitorHash, ip, now } = input;
  const found = await findOrder(db, orderId);
  if (!found) return err("invalid");
  const { checkoutId } = found;
  return db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    const order = await orderOfCheckout(tx, checkoutId, { lock: true });
    // Read again under the lock, so that a link that is used twice at once works once.
    const stop = await readStop(tx, input);
    if (!checkout || !order || !stop) return err("invalid");
    const { type, data } = stop;
    const isUndone = await undo(tx, order, { type, data, now });
    await addEvent(tx, order.id, "stopped", { of: link.eventId, type, by: "customer" }, now);
    await recordAudit(tx, {
      actor: { id: null, email: order.email, ip },
      action: "order.stopped",
      subject: "order",
      subjectId: order.id,
      data: { what: words[type], undone: isUndone },
      now,
    });
    await grantAccess(tx, order.id, visitorHash, { proven: true, now });
    await revokeOtherAccess(tx, order.id, [visitorHash, checkout.visitorHash]);
    const end = isUndone ? "It was undone." : "It could not be undone any more.";
    const text = `I did not ${words[type]}, and said so by the link in the mail about it.${type === "message" ? "" : ` ${end}`}`;
    const current = (await orderOfCheckout(tx, checkoutId)) ?? order;
    await addBuyerMessage(tx, current, text, now);
    await renewWaitingLinks(tx, order, order.email);
    await notifyOrder(tx, order);
    return ok(isUndone ? "undone" : "late");
  });
}

/** Undoes an act on a locked order; returns false if the order has gone on. */
async function undo(
  tx: Db,
  order: StoredOrder,
  { type, data, now }: { type: StoppableEvent; data: Record<string, unknown>; now: Date },
): Promise<boolean> {
  switch (type) {
    case "recipient": {
      if ((await correctionView(tx, order)).state === "closed") return false;
      const { from: tiktokUsername, fromUid: tiktokUid } = correctionOf({ data });
      await updateOrder(tx, order, { tiktokUsername, tiktokUid }, now);
      await tx
        .update(checkouts)
        .set({ tiktokUsername, tiktokUid, updatedAt: now })
        .where(eq(checkouts.id, order.checkoutId));
      return true;
    }
    case "refund-address": {
      const before = typeof data.from === "string" ? data.from : null;
      if (order.paymentStatus === "refunded") return false;
      await updateOrder(tx, order, { refundAddress: before }, now);
      return true;
    }
    case "consent":
      if (order.status === "completed") return false;
      await updateOrder(tx, order, { consentText: null, consentedAt: null }, now);
      return true;
    case "withdrawal":
      if (order.withdrawal !== "open") return false;
      await tx.delete(withdrawals).where(eq(withdrawals.orderId, order.id));
      await updateOrder(tx, order, { withdrawal: null }, now);
      await withdrawMails(tx, [`withdrawal:${order.id}`]);
      return true;
    case "message":
      // The owner is told, which is all that is left to do.
      return true;
    case "device":
      await tx.delete(notificationTargets).where(eq(notificationTargets.orderId, order.id));
      return true;
  }
}
