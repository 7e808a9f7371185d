import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { drawGiftCode } from "../gift-codes/gift-codes.server.ts";
import { giftBatches, giftCodes } from "../gift-codes/tables.ts";
import { typedAddress } from "../mail/addresses.ts";
import type { GiftCodeMail } from "../mail/gift-code-mail.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { type Change, lockForChange, updateOrder } from "../orders/order-changes.server.ts";
import { notifyOrder, type StoredOrder } from "../orders/orders.server.ts";

type Batch = typeof giftBatches.$inferSelect;

/** What became of the code that an order bought. */
export interface BoughtCode {
  /** When somebody redeemed it; null while nobody has. */
  redeemedAt: Date | null;
  /** When it was withdrawn, with its order; null while it can be redeemed. */
  withdrawnAt: Date | null;
}

/** Makes the code of a locked, paid order and queues its mail; one that was withdrawn is replaced by a new one. */
export async function giveGiftCode(tx: Db, order: StoredOrder, now: Date): Promise<void> {
  const batch = await lockBatch(tx, order.id);
  if (batch && batch.withdrawnAt === null) return;
  if (batch) {
    await replaceCode(tx, order, batch, now);
    return;
  }
  const [made] = await tx
    .insert(giftBatches)
    .values({
      valueCents: order.package.valueCents ?? 0,
      count: 1,
      createdAt: now,
      createdBy: order.email,
      formKey: `order:${order.id}`,
      orderId: order.id,
    })
    .returning();
  if (!made) throw new Error(`no gift code was made for order ${order.id}`);
  // Nobody knows this code: the mail brings the one that replaces it.
  await tx.insert(giftCodes).values({ batchId: made.id, digest: drawGiftCode().digest });
  await mailCode(tx, order, made, now);
}

/** Withdraws the code of an order, unless it was redeemed. Its mail is not sent any more. */
export async function withdrawGiftCode(tx: Db, orderId: string, now: Date): Promise<void> {
  const batch = await lockBatch(tx, orderId);
  if (!batch || batch.withdrawnAt !== null) return;
  // Another digest, so that a redemption that waits for this transaction does not find the code.
  if (!(await setDigest(tx, batch, drawGiftCode().digest))) return;
  await tx.update(giftBatches).set({ withdrawnAt: now }).where(eq(giftBatches.id, batch.id));
}

/**
 * Sends a new code to this address, which replaces the one that was not redeemed. Refused for a code that is not there
 * yet, was redeemed, or is withdrawn (`unchanged`).
 */
export async function resendGiftCode(
  db: Db,
  change: Change & { email: string },
): Promise<Result<void, "forbidden" | "not-found" | "stale" | "unchanged">> {
  const { orderId, email, actor, now } = change;
  return db.transaction(async (tx) => {
    // Whoever delivers orders could send the code to themselves.
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const found = await lockForChange(tx, change);
    if (!found.ok) return found;
    const before = found.value;
    const batch = await lockBatch(tx, orderId);
    if (!batch || batch.withdrawnAt !== null) return err("unchanged");
    const wanted = { ...before, giftEmail: email };
    if (!(await replaceCode(tx, wanted, batch, now))) return err("unchanged");
    const order = await updateOrder(tx, before, { giftEmail: email }, now);
    const data = { to: email, ...(email !== before.giftEmail && { from: before.giftEmail }) };
    const about = { subject: "order", subjectId: orderId } as const;
    await recordAudit(tx, { actor, action: "order.gift-code", ...about, data, now });
    await notifyOrder(tx, order);
    return ok(undefined);
  });
}

/**
 * Makes the code that a mail brings, in place of the one before; null if it is not to be sent: the code was redeemed,
 * withdrawn, or replaced by that of a newer mail.
 */
export async function renewGiftCode(
  db: Db,
  { orderId, issue }: Pick<GiftCodeMail, "orderId" | "issue">,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const batch = await lockBatch(tx, orderId);
    if (!batch || batch.withdrawnAt !== null || batch.replaced !== issue) return null;
    const { digest, text } = drawGiftCode();
    const renewed = await setDigest(tx, batch, digest);
    return renewed ? text : null;
  });
}

/** Returns what became of the code that an order bought; null for an order without one. */
export async function readBoughtCode(db: Db, orderId: string): Promise<BoughtCode | null> {
  const [row] = await db
    .select({ withdrawnAt: giftBatches.withdrawnAt, redeemedAt: giftCodes.redeemedAt })
    .from(giftBatches)
    .innerJoin(giftCodes, eq(giftCodes.batchId, giftBatches.id))
    .where(eq(giftBatches.orderId, orderId));
  return row ?? null;
}

/** Ends the codes sent before, and queues the mail with a new one; does nothing and returns false for a redeemed one. */
async function replaceCode(tx: Db, order: StoredOrder, batch: Batch, now: Date): Promise<boolean> {
  if (!(await setDigest(tx, batch, drawGiftCode().digest))) return false;
  const [replaced] = await tx
    .update(giftBatches)
    .set({ replaced: sql`${giftBatches.replaced} + 1`, withdrawnAt: null })
    .where(eq(giftBatches.id, batch.id))
    .returning();
  if (!replaced) throw new Error(`no gift code of order ${order.id}`);
  // A mail that waits or failed would bring a code that is over.
  const isOfOrder = sql`${mails.message} ->> 'orderId' = ${order.id}`;
  const isCode = sql`${mails.message} ->> 'template' = 'gift-code'`;
  await tx.delete(mails).where(and(isOfOrder, isCode, isNull(mails.sentAt)));
  await mailCode(tx, order, replaced, now);
  return true;
}

async function mailCode(tx: Db, order: StoredOrder, batch: Batch, now: Date): Promise<void> {
  const { id: orderId, email, giftEmail, giftMessage } = order;
  if (giftEmail === null) throw new Error(`order ${orderId} is for no gift code`);
  await enqueueMail(tx, {
    key: `gift-code:${orderId}:${batch.replaced}`,
    to: typedAddress(giftEmail, "a paid order"),
    message: {
      template: "gift-code",
      orderId,
      issue: batch.replaced,
      valueCents: batch.valueCents,
      from: normalizeEmail(email) === normalizeEmail(giftEmail) ? null : email,
      text: giftMessage,
    },
    now,
  });
}

async function lockBatch(tx: Db, orderId: string): Promise<Batch | null> {
  const [batch] = await tx
    .select()
    .from(giftBatches)
    .where(eq(giftBatches.orderId, orderId))
    .for("no key update");
  return batch ?? null;
}

/** Sets another digest, unless the code was redeemed; returns whether it was set. */
async function setDigest(tx: Db, batch: Batch, digest: string): Promise<boolean> {
  const changed = await tx
    .update(giftCodes)
    .set({ digest })
    .where(and(eq(giftCodes.batchId, batch.id), isNull(giftCodes.redeemedAt)))
    .returning({ id: giftCodes.id });
  return changed.length > 0;
}
