import { z } from "zod";
import { asc, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { t } from "#messages/translate.ts";
import { nameField } from "../rules/name-field.ts";
import { refuseNameAddress } from "../rules/web-addresses.server.ts";
import { mailAdministrators } from "../accounts/admin-mails.server.ts";
import { mayChange } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { type Goods, goodsOf } from "../catalog/goods.ts";
import { orderAddress } from "../mail/addresses.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import { stopLink } from "./act-mails.server.ts";
import { addShopMessage } from "./messages.server.ts";
import { auditOrder, changeStatus, lockOrder, updateOrder } from "./order-changes.server.ts";
import { orderPart } from "./order-mails.server.ts";
import { addEvent, notifyOrder, type StoredOrder } from "./orders.server.ts";
import { type Permit, stillPermits } from "./permits.server.ts";
import { shopReasons } from "./status-reason.ts";
import { orders, withdrawals } from "./tables.ts";
import { canWithdraw, type WithdrawalState } from "./withdrawal.ts";

/** Validates what a withdrawal declares. */
export const withdrawalSchema = z
  .object({ name: nameField({ missing: () => t("withdraw.nameMissing") }) })
  .check(refuseNameAddress);

/** What the order's page says of a withdrawal. */
export interface Withdrawal {
  state: WithdrawalState;
  receivedAt: Date;
  /** Where the confirmation was sent. */
  email: string;
}

/**
 * Receives the withdrawal of an order's buyer, and confirms it by a mail to the order's address. The order is not delivered
 * until it is decided. The same form sent twice is one withdrawal.
 */
export async function withdraw(
  db: Db,
  { permit, name, now }: { permit: Permit<"withdraw">; name: string; now: Date },
): Promise<Result<void, "closed">> {
  const { orderId } = permit;
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !(await stillPermits(tx, permit, order))) return err("closed");
    if (order.withdrawal === "open") return ok(undefined);
    const { withdrawalEnabled, timeZone } = await readSettings(tx);
    if (!withdrawalEnabled || !canWithdraw(order, { timeZone, now })) return err("closed");
    const { email } = order;
    await tx.insert(withdrawals).values({ orderId, name, email, receivedAt: now });
    await updateOrder(tx, order, { withdrawal: "open" }, now);
    const eventId = await addEvent(tx, orderId, "withdrawal", { by: "customer" }, now);
    await enqueueMail(tx, {
      // One that was stopped can be declared again.
      key: `order-withdrawal:${orderId}:${eventId}`,
      to: orderAddress(order),
      message: {
        template: "order-withdrawal",
        ...(await orderPart(tx, order)),
        name,
        placedAt: order.createdAt.toISOString(),
        receivedAt: now.toISOString(),
        stop: await stopLink(tx, order, eventId),
      },
      now,
    });
    const key = `withdrawal:${orderId}:${eventId}`;
    await mailAdministrators(tx, { key, message: { template: "admin-withdrawal", orderId }, now });
    await notifyOrder(tx, order);
    return ok(undefined);
  });
}

/** Returns the withdrawal of an order; null for none. */
export async function readWithdrawal(
  db: Db,
  { id, withdrawal: state }: Pick<StoredOrder, "id" | "withdrawal">,
): Promise<Withdrawal | null> {
  if (state === null) return null;
  const { receivedAt, email } = withdrawals;
  const [row] = await db
    .select({ receivedAt, email })
    .from(withdrawals)
    .where(eq(withdrawals.orderId, id));
  return row ? { ...row, state } : null;
}

/** A withdrawal that waits for a decision. */
export interface WaitingWithdrawal {
  orderId: string;
  name: string;
  email: string;
  receivedAt: Date;
  status: StoredOrder["status"];
  goods: Goods;
}

/** Returns the withdrawals that wait for a decision, the oldest first. */
export async function listWithdrawals(db: Db): Promise<WaitingWithdrawal[]> {
  const { orderId, name, email, receivedAt } = withdrawals;
  const rows = await db
    .select({ orderId, name, email, receivedAt, status: orders.status, package: orders.package })
    .from(withdrawals)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(isWaiting)
    .orderBy(asc(receivedAt));
  return rows.map(({ package: bought, ...row }) => ({ ...row, goods: goodsOf(bought) }));
}

const isWaiting = isNull(withdrawals.decidedAt);

/**
 * Decides a withdrawal. Accepted, the order is rejected, and what was paid for it is refunded as that of any rejected order.
 * Declined, it goes on, and the buyer gets the reason as a message.
 */
export async function decideWithdrawal(
  db: Db,
  decision: { orderId: string; declinedFor: string | null; actor: Actor; now: Date },
): Promise<Result<void, "forbidden" | "decided">> {
  const { orderId, declinedFor, actor, now } = decision;
  return db.transaction(async (tx) => {
    if (!(await mayChange(tx, actor, "payments"))) return err("forbidden");
    const order = await lockOrder(tx, orderId);
    if (order?.withdrawal !== "open") return err("decided");
    const withdrawal = declinedFor === null ? "accepted" : "declined";
    await tx
      .update(withdrawals)
      .set({ decidedAt: now, decidedBy: actor.email })
      .where(eq(withdrawals.orderId, orderId));
    const decided = await updateOrder(tx, order, { withdrawal }, now);
    await addEvent(tx, orderId, "withdrawal", { to: withdrawal, by: actor.email }, now);
    await auditOrder(tx, decision, `order.withdrawal-${withdrawal}`, {});
    if (declinedFor === null)
      await changeStatus(tx, decided, {
        orderId,
        status: "rejected",
        reason: shopReasons.withdrawn,
        actor,
        now,
      });
    else await addShopMessage(tx, decided, { orderId, text: declinedFor, actor, now });
    await notifyOrder(tx, order);
    return ok(undefined);
  });
}
