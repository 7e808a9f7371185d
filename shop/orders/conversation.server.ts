import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { showDirectionControls } from "#lib/text.ts";
import { withdrawMails } from "../mail/mails.server.ts";
import { isOpenToBuyer, type Message, type Side } from "./message.ts";
import { lockOrder } from "./order-changes.server.ts";
import type { StoredOrder } from "./orders.server.ts";
import { orderEvents, orderMessages } from "./tables.ts";
import type { Permit } from "./permits.server.ts";

/** The conversation as its buyer sees it. They can write until some time after the order has ended. */
export interface BuyerConversation {
  state: "open" | "closed";
  messages: Message[];
  /** Whether the order waits for an answer of the buyer. */
  asked: boolean;
}

/** Returns the conversation for the buyer of an order, and marks it as read. */
export async function openAsBuyer(
  db: Db,
  order: StoredOrder,
  { now }: { permit: Permit<"messages">; now: Date },
): Promise<BuyerConversation> {
  const state = await stateOf(db, order, now);
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

/** Returns the key of the mails about a message. */
export function mailKey(messageId: number): string {
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

/** Returns the messages of an order as they are stored, oldest first. */
export async function storedMessages(db: Db, orderId: string): Promise<StoredMessage[]> {
  return db
    .select()
    .from(orderMessages)
    .where(eq(orderMessages.orderId, orderId))
    .orderBy(asc(orderMessages.id));
}

function toMessage({ id, side, writtenBy, text, at }: StoredMessage): Message {
  return { id, side, writtenBy, text: showDirectionControls(text), at };
}

/** Returns whether the buyer can still write about the order. */
export async function stateOf(
  db: Db,
  order: StoredOrder,
  now: Date,
): Promise<BuyerConversation["state"]> {
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
