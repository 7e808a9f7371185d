import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { lockOrder, updateOrder } from "./order-changes.server.ts";
import { stopLink } from "./act-mails.server.ts";
import { consentMail } from "./order-mails.server.ts";
import { addEvent, notifyOrder, type StoredOrder } from "./orders.server.ts";
import { type Permit, stillPermits } from "./permits.server.ts";

/** True while consent can still be given: before the coins are delivered, and once. */
export function awaitsConsent({
  status,
  consentedAt,
  deletedAt,
}: Pick<StoredOrder, "status" | "consentedAt" | "deletedAt">): boolean {
  return (
    consentedAt === null && deletedAt === null && (status === "pending" || status === "processing")
  );
}

/** Stores a consent that is given on the order's page, and repeats it in a mail. */
export async function giveConsent(
  db: Db,
  { permit, text, now }: { permit: Permit<"consent">; text: string; now: Date },
): Promise<Result<void, "closed">> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, permit.orderId);
    if (!order || !awaitsConsent(order) || !(await stillPermits(tx, permit, order)))
      return err("closed");
    await storeConsent(tx, order, text, now);
    return ok(undefined);
  });
}

/** Stores the consent of a locked order without one. */
export async function storeConsent(
  tx: Db,
  order: StoredOrder,
  text: string,
  now: Date,
): Promise<StoredOrder> {
  const after = await updateOrder(tx, order, { consentText: text, consentedAt: now }, now);
  const eventId = await addEvent(tx, order.id, "consent", { by: "customer" }, now);
  const stop = await stopLink(tx, order, eventId);
  const mail = await consentMail(tx, order, { text, at: now.toISOString() }, stop);
  await enqueueMail(tx, { ...mail, now });
  await notifyOrder(tx, order);
  return after;
}
