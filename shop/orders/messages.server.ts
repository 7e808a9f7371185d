import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { showDirectionControls } from "#lib/text.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { administratorMails } from "../accounts/admin-mails.server.ts";
import { enqueueMails, type NewMail, withdrawMails } from "../mail/mails.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import { isOpenToBuyer, mailTime, type Message, type Side } from "./message.ts";
import { trackingKey } from "./order-access.server.ts";
import {
  auditOrder,
  type Change,
  lockForChange,
  lockOrder,
  updateOrder,
} from "./order-changes.server.ts";
import { addEvent, notifyOrder, type StoredOrder } from "./orders.server.ts";
import { orderEvents, orderMessages } from "./tables.ts";
import { hasProvenAccess, type Viewer } from "./tracking.server.ts";

/** The same text again within this time is one message: a form that was sent twice. */
const REPEATED_MS = MINUTE_MS;

/** Why a buyer cannot write: the order ended long ago, or order id and email are all they have. */
export type WriteError = "closed" | "unproven";

/** The conversation as its buyer sees it; without messages unless they have proven access. */
export interface BuyerConversation {
  state: "open" | WriteError;
  messages: Message[];
  /** Whether the order waits for an answer of the buyer. */
  asked: boolean;
}

/** Returns the conversation for the viewer of an order, and marks it as read. */
export async function openAsBuyer(
  db: Db,
  order: StoredOrder,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<BuyerConversation> {
  const state = await stateOf(db, order, { viewer, now });
  if (state === "unproven") return { state, messages: [], asked: false };
  const messages = await readAndMark(db, order.id, { writer: "shop", now });
  return {
    state,
    messages: messages.map((message) => ({ ...message, writtenBy: null })),
    asked: order.awaitedFrom === "buyer",
  };
}

/** Returns the conversation for an administrator, and marks it as read. */
export async function openAsAdministrator(db: Db, orderId: string, now: Date): Promise<Message[]> {
  return readAndMark(db, orderId, { writer: "buyer", now });
}

/** Returns the messages of these orders for their buyer, oldest first, by order id. */
export async function readConversations(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Pick<Message, "side" | "text" | "at">[]>> {
  const { id, orderId, side, text, at } = orderMessages;
  const rows = await db
    .select({ orderId, side, text, at })
    .from(orderMessages)
    .where(inArray(orderId, [...ids]))
    .orderBy(asc(id));
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  return new Map(
    [...byOrder].map(([id, messages]) => [id, messages.map(({ orderId: _, ...rest }) => rest)]),
  );
}

/** Returns the last message of the buyers of these orders, by order id. */
export async function readLastFromBuyers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { orderId, side, text, id } = orderMessages;
  const rows = await db
    .selectDistinctOn([orderId], { orderId, text })
    .from(orderMessages)
    .where(and(inArray(orderId, [...ids]), eq(side, "buyer")))
    .orderBy(orderId, desc(id));
  return new Map(rows.map((row) => [row.orderId, showDirectionControls(row.text)]));
}

/** Sends a message of the buyer. An order that was set aside for it goes back into its place. */
export async function writeAsBuyer(
  db: Db,
  input: { order: StoredOrder; text: string; viewer: Viewer; now: Date },
): Promise<Result<void, WriteError>> {
  const { text, now } = input;
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, input.order.id);
    if (!order) return err("closed");
    const state = await stateOf(tx, order, input);
    if (state !== "open") return err(state);
    await addMessage(tx, order, { side: "buyer", writtenBy: null, text, now });
    return ok(undefined);
  });
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
async function addMessage(tx: Db, order: StoredOrder, message: NewMessage): Promise<void> {
  const { side, writtenBy, text, asks = false, now } = message;
  const earlier = await storedMessages(tx, order.id);
  const last = earlier.at(-1);
  const isRepeated = last?.side === side && last.writtenBy === writtenBy && last.text === text;
  if (!asks && isRepeated && now < addMs(last.at, REPEATED_MS)) return;
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
  await addEvent(tx, order.id, "message", { by }, now);
  if (mailAt)
    await enqueueMails(tx, await mailsAbout(tx, order, added.id, { side, asks, mailAt }), now);
  await notifyOrder(tx, order);
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
  { id: orderId, email }: StoredOrder,
  messageId: number,
  { side, asks, mailAt: dueAt }: { side: Side; asks: boolean; mailAt: Date },
): Promise<NewMail[]> {
  const key = mailKey(messageId);
  if (side === "buyer") {
    const message = { template: "admin-message", orderId } as const;
    const batch = await administratorMails(tx, { key, message }, await readSettings(tx));
    return batch.map((mail) => ({ ...mail, dueAt }));
  }
  const link = { orderId, trackingKey: await trackingKey(tx, orderId) };
  return [{ key, to: email, dueAt, message: { template: "order-message", ...link, asks } }];
}

function mailKey(messageId: number): string {
  return `order-message:${messageId}`;
}

/**
 * Returns the messages of an order, and marks those of this writer as read: mails about them that are not sent yet are
 * withdrawn. The lock of the order keeps a message that comes meanwhile unread, and so mailed.
 */
async function readAndMark(
  db: Db,
  orderId: string,
  { writer, now }: { writer: Side; now: Date },
): Promise<Message[]> {
  const isUnread = ({ side, readAt }: StoredMessage) => side === writer && readAt === null;
  const found = await storedMessages(db, orderId);
  if (!found.some(isUnread)) return found.map(toMessage);
  return db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const shown = await storedMessages(tx, orderId);
    const unread = shown.filter(isUnread);
    const ids = unread.map(({ id }) => id);
    await tx.update(orderMessages).set({ readAt: now }).where(inArray(orderMessages.id, ids));
    const unsent = unread.filter(({ mailAt }) => mailAt !== null && mailAt > now);
    if (unsent.length > 0) {
      const ids = unsent.map(({ id }) => id);
      await withdrawMails(tx, ids.map(mailKey));
      await tx.update(orderMessages).set({ mailAt: null }).where(inArray(orderMessages.id, ids));
    }
    return shown.map(toMessage);
  });
}

type StoredMessage = typeof orderMessages.$inferSelect;

async function storedMessages(db: Db, orderId: string): Promise<StoredMessage[]> {
  return db
    .select()
    .from(orderMessages)
    .where(eq(orderMessages.orderId, orderId))
    .orderBy(asc(orderMessages.id));
}

function toMessage({ id, side, writtenBy, text, at }: StoredMessage): Message {
  return { id, side, writtenBy, text: showDirectionControls(text), at };
}

async function stateOf(
  db: Db,
  order: StoredOrder,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<BuyerConversation["state"]> {
  if (!(await hasProvenAccess(db, order, viewer))) return "unproven";
  const [change] = await db
    .select({ at: orderEvents.at })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.type, "status")))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  const [answer] = await db
    .select({ at: orderMessages.at })
    .from(orderMessages)
    .where(and(eq(orderMessages.orderId, order.id), eq(orderMessages.side, "shop")))
    .orderBy(desc(orderMessages.id))
    .limit(1);
  const endedAt = order.completedAt ?? change?.at ?? order.createdAt;
  return isOpenToBuyer({ status: order.status, endedAt }, answer?.at ?? null, now)
    ? "open"
    : "closed";
}
