import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { withdrawMail } from "../mail/mails.server.ts";
import {
  auditOrder,
  type BulkChange,
  type Change,
  lockForChange,
  type OrderChangeError,
  updateOrder,
} from "../orders/order-changes.server.ts";
import { endedMailKey } from "../orders/order-mails.server.ts";
import type { Side } from "../orders/message.ts";
import type { OrderEvent, OrderStatus } from "../orders/order.ts";
import { addEvent, notifyOrder, type StoredOrder } from "../orders/orders.server.ts";
import { orderEvents } from "../orders/tables.ts";

/**
 * Undoes an undoable change of status, and withdraws its mail: "too-late" after `UNDO_MS` or once the mail is being
 * sent. `version` is the one that the change returned; any change since makes it "stale". An answer that was due before
 * is due again.
 */
export async function undoStatusChange(
  db: Db,
  change: Change,
): Promise<Result<StoredOrder, OrderChangeError | "too-late">> {
  const { actor, now } = change;
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, change);
    if (!found.ok) return found;
    const before = found.value;
    const [last, ...earlier] = await statusChanges(tx, before.id);
    const until = last?.data.undoUntil;
    const isOpen = typeof until === "string" && now < new Date(until);
    if (!last || !isOpen || last.data.to !== before.status) return err("too-late");
    const isOwn = last.data.by === actor.email;
    if (!isOwn && !(await isAdministrator(tx, actor))) return err("forbidden");
    const mail = endedMailKey(before);
    if (mail && !(await withdrawMail(tx, mail))) return err("too-late");

    const status = last.data.from as OrderStatus;
    const origin = earlier.find(({ data }) => data.to === status);
    const reason = origin?.data.reason;
    const values = {
      status,
      statusReason: typeof reason === "string" ? reason : null,
      completedAt: status === "completed" ? (origin?.at ?? before.updatedAt) : null,
      ...answerDue(last.data),
    };
    const after = await updateOrder(tx, before, values, now);
    const data = { from: before.status, to: status };
    await addEvent(tx, before.id, "status", { ...data, by: actor.email }, now);
    await auditOrder(tx, change, "order.status", data);
    await notifyOrder(tx, before);
    return ok(after);
  });
}

/** Returns the answer that was due before an undoable change; nothing if none was. */
function answerDue({ awaitedFrom, awaitedSince }: OrderEvent["data"]): Partial<StoredOrder> {
  if (typeof awaitedFrom !== "string" || typeof awaitedSince !== "string") return {};
  return { awaitedFrom: awaitedFrom as Side, awaitedSince: new Date(awaitedSince) };
}

/** Undoes the changes of many orders, each by itself: returns how many were undone, and how many were not. */
export async function undoMany(
  db: Db,
  { changed, actor, now }: { changed: BulkChange["changed"]; actor: Actor; now: Date },
): Promise<Result<{ undone: number; kept: number }, "forbidden">> {
  let undone = 0;
  for (const { id, version } of changed) {
    const result = await undoStatusChange(db, { orderId: id, version, actor, now });
    if (result.ok) undone += 1;
    else if (result.error === "forbidden") return err("forbidden");
  }
  return ok({ undone, kept: changed.length - undone });
}

/** Returns the changes of an order's status, newest first. */
async function statusChanges(tx: Db, orderId: string): Promise<Omit<OrderEvent, "type">[]> {
  return tx
    .select({ data: orderEvents.data, at: orderEvents.at })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.type, "status")))
    .orderBy(desc(orderEvents.id));
}
