import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { kindOf } from "../catalog/goods.ts";
import { addCredit, takeBackCredit } from "../credit/credit.server.ts";
import { accountOfOrders } from "../credit/refunded-credit.server.ts";
import { creditEntries } from "../credit/tables.ts";
import { changeStatus } from "../orders/order-changes.server.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { orderEvents, orders } from "../orders/tables.ts";
import { giveGiftCode, withdrawGiftCode } from "./gift-order.server.ts";

/** Who completes an order that needs nobody's hands. */
const SHOP = { id: null, email: "Satchel", ip: null };

/**
 * Has credit and gift codes follow the order that bought them: given once it is paid, in the transaction that completes
 * it, and taken back once it is rejected or deleted. While its last change can be undone, nothing happens. Idempotent.
 */
export async function reconcileFulfilment(db: Db, orderId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(eq(orders.id, orderId))
      .for("no key update");
    if (!order || kindOf(order.package) === "coins" || (await canBeUndone(tx, orderId, now)))
      return;
    const isEnded = order.status === "rejected" || order.deletedAt !== null;
    if (isEnded) return takeBack(tx, order, now);
    if (order.status === "pending") return;
    const given = await give(tx, order, now);
    if (!given || order.status === "completed") return;
    await changeStatus(tx, order, { orderId, status: "completed", actor: SHOP, now });
  });
}

/** Gives what was bought, unless it is given already. Returns false while there is no account for credit. */
async function give(tx: Db, order: StoredOrder, now: Date): Promise<boolean> {
  if (kindOf(order.package) === "gift_code") {
    await giveGiftCode(tx, order, now);
    return true;
  }
  const held = await readGivenCredit(tx, order.id);
  if (held && held.cents > 0) return true;
  const userId = held?.userId ?? (await accountOfOrders(tx, order.email));
  if (userId === null) return false;
  const { valueCents: cents = 0 } = order.package;
  const onceKey = keyOf(order.id, held);
  await addCredit(tx, { userId, kind: "bought", cents, onceKey, orderId: order.id, now });
  return true;
}

/** Takes back what was given. What was spent of credit is owed; a code that was redeemed stays. */
async function takeBack(tx: Db, order: StoredOrder, now: Date): Promise<void> {
  if (kindOf(order.package) === "gift_code") return withdrawGiftCode(tx, order.id, now);
  const held = await readGivenCredit(tx, order.id);
  if (!held || held.cents <= 0) return;
  const { userId, cents } = held;
  const onceKey = keyOf(order.id, held);
  await takeBackCredit(tx, { userId, kind: "bought", cents, onceKey, orderId: order.id, now });
}

/** The credit that an order has given: how much is not taken back, by how many entries. */
interface GivenCredit {
  userId: string;
  cents: number;
  entries: number;
}

async function readGivenCredit(tx: Db, orderId: string): Promise<GivenCredit | null> {
  const { userId, cents, owedCents, kind } = creditEntries;
  const [given] = await tx
    .select({
      userId,
      cents: sql<number>`sum(${cents} - ${owedCents})`.mapWith(Number),
      entries: sql<number>`count(*)::int`,
    })
    .from(creditEntries)
    .where(and(eq(creditEntries.orderId, orderId), eq(kind, "bought")))
    .groupBy(userId);
  return given ?? null;
}

const keyOf = (orderId: string, given: GivenCredit | null) =>
  `bought:${orderId}:${given?.entries ?? 0}`;

/** True while an administrator can undo a change of the order, which is followed afterwards. */
async function canBeUndone(tx: Db, orderId: string, now: Date): Promise<boolean> {
  const undoUntil = sql`(${orderEvents.data} ->> 'undoUntil')::timestamptz`;
  const open = and(eq(orderEvents.orderId, orderId), gt(undoUntil, sql.param(now, orderEvents.at)));
  return (await tx.$count(orderEvents, open)) > 0;
}
