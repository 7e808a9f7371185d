import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { administratorMails } from "../accounts/admin-mails.server.ts";
import { orderAddress } from "../mail/addresses.ts";
import { enqueueMails } from "../mail/mails.server.ts";
import type { NewMail } from "../mail/new-mail.ts";
import { readSettings } from "../settings/settings.server.ts";
import { tellOfAct } from "./act-mails.server.ts";
import { mailKey, stateOf, storedMessages } from "./conversation.server.ts";
import { mailTime, type Side } from "./message.ts";
import { trackingKey } from "./order-access.server.ts";
import {
  auditOrder,
  type Change,
  lockForChange,
  lockOrder,
  updateOrder,
} from "./order-changes.server.ts";
import { addEvent, notifyOrder, type StoredOrder } from "./orders.server.ts";
import { type Permit, stillPermits } from "./permits.server.ts";
import { orderMessages } from "./tables.ts";

/** The same text again within this time is one message: a form that was sent twice. */
const REPEATED_MS = MINUTE_MS;

/** Sends a message of the buyer. An order that was set aside for it goes back into its place. */
export async function writeAsBuyer(
  db: Db,
  { permit, text, now }: { permit: Permit<"message">; text: string; now: Date },
): Promise<Result<void, "closed">> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, permit.orderId);
    if (!order || !(await stillPermits(tx, permit, order))) return err("closed");
    if ((await stateOf(tx, order, now)) !== "open") return err("closed");
    const eventId = await addBuyerMessage(tx, order, text, now);
    if (eventId !== null) await tellOfAct(tx, order, { permit, eventId, now });
    return ok(undefined);
  });
}

/** Adds a message of the buyer to a locked order; returns the id of its event, null for a repeated one. */
export async function addBuyerMessage(
  tx: Db,
  order: StoredOrder,
  text: string,
  now: Date,
): Promise<number | null> {
  return addMessage(tx, order, { side: "buyer", writtenBy: null, text, now });
}

/** Sends a message of an administrator, which answers those of the buyer. */
export async function writeAsAdministrator(
  db: Db,
  change: Omit<Change, "version"> & { text: string },
): Promise<Result<void, "forbidden" | "not-found">> {
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, { ...change, version: null });
    if (found.ok) await addShopMessage(tx, found.value, change);
    return found.ok ? ok(undefined) : err(found.error === "forbidden" ? "forbidden" : "not-found");
  });
}

/** Adds a message of an administrator to a locked order; with `asks` it is set aside until the buyer answers. */
export async function addShopMessage(
  tx: Db,
  order: StoredOrder,
  change: Omit<Change, "version"> & { text: string; asks?: boolean },
): Promise<void> {
  const { text, asks = false, actor, now } = change;
  await addMessage(tx, order, { side: "shop", writtenBy: actor.email, text, asks, now });
  await auditOrder(tx, change, "order.message", {});
}

/** Waits no longer: the buyer's message needs no answer, or the order no longer waits for one. */
export async function stopAwaiting(
  db: Db,
  change: Omit<Change, "version">,
): Promise<Result<void, "forbidden" | "not-found">> {
  return db.transaction(async (tx) => {
    const found = await lockForChange(tx, { ...change, version: null });
    if (!found.ok) return err(found.error === "forbidden" ? "forbidden" : "not-found");
    const order = found.value;
    if (order.awaitedFrom === null) return ok(undefined);
    await updateOrder(tx, order, { awaitedFrom: null, awaitedSince: null }, change.now);
    await auditOrder(tx, change, "order.message-done", {});
    await notifyOrder(tx, order);
    return ok(undefined);
  });
}

interface NewMessage {
  side: Side;
  writtenBy: string | null;
  text: string;
  asks?: boolean;
  now: Date;
}

/** Adds a message to a locked order, unless it is the last one sent twice. A question names the version it is about. */
async function addMessage(tx: Db, order: StoredOrder, message: NewMessage): Promise<number | null> {
  const { side, writtenBy, text, asks = false, now } = message;
  const earlier = await storedMessages(tx, order.id);
  const last = earlier.at(-1);
  const isRepeated = last?.side === side && last.writtenBy === writtenBy && last.text === text;
  if (!asks && isRepeated && now < addMs(last.at, REPEATED_MS)) return null;
  const mailAt = mailTime(
    earlier.filter((message) => message.side === side),
    now,
  );
  const [added] = await tx
    .insert(orderMessages)
    .values({ orderId: order.id, side, writtenBy, text, at: now, mailAt })
    .returning({ id: orderMessages.id });
  if (!added) throw new Error(`message was not stored order=${order.id}`);
  await updateOrder(tx, order, awaitedAfter(order, message), now);
  const by = side === "buyer" ? "customer" : writtenBy;
  const eventId = await addEvent(tx, order.id, "message", { by }, now);
  if (mailAt)
    await enqueueMails(tx, await mailsAbout(tx, order, added.id, { side, asks, mailAt }), now);
  await notifyOrder(tx, order);
  return eventId;
}

/** Returns whose message is awaited after this one. */
function awaitedAfter(
  { awaitedFrom, awaitedSince }: StoredOrder,
  { side, asks, now }: NewMessage,
): Pick<StoredOrder, "awaitedFrom" | "awaitedSince"> {
  if (side === "buyer")
    return { awaitedFrom: "shop", awaitedSince: awaitedFrom === "shop" ? awaitedSince : now };
  if (asks) return { awaitedFrom: "buyer", awaitedSince: now };
  // Another message does not end the wait for an answer.
  return awaitedFrom === "buyer"
    ? { awaitedFrom, awaitedSince }
    : { awaitedFrom: null, awaitedSince: null };
}

/** Returns the mails about a message: a link, and nothing of its text. */
async function mailsAbout(
  tx: Db,
  order: StoredOrder,
  messageId: number,
  { side, asks, mailAt: dueAt }: { side: Side; asks: boolean; mailAt: Date },
): Promise<NewMail[]> {
  const key = mailKey(messageId);
  const orderId = order.id;
  if (side === "buyer") {
    const message = { template: "admin-message", orderId } as const;
    const batch = await administratorMails(tx, { key, message }, await readSettings(tx));
    return batch.map((mail) => ({ ...mail, dueAt }));
  }
  const link = { orderId, trackingKey: await trackingKey(tx, orderId) };
  return [
    { key, to: orderAddress(order), dueAt, message: { template: "order-message", ...link, asks } },
  ];
}
