import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { receipts } from "./tables.ts";
import { lockCheckout } from "../orders/lock-checkout.server.ts";
import { CHANGES_CHANNEL } from "../orders/orders.server.ts";
import { decisionsOfReceipts, type StoredReceipt } from "./facts.server.ts";
import type { ReceiptMethod } from "../settings/payment-method.ts";
import type { PaymentPolicy } from "./model/payment.ts";
import { reassess } from "./payments.server.ts";
import { unclaimedReceiptReason } from "./model/receipt.ts";
import { updateReceiptReview } from "./review/review-queue.server.ts";

/** A payment as its service, a bank or a person tells it. */
export interface ReceiptInput {
  method: ReceiptMethod;
  /** Its own id there: the same one is the same money. */
  reference: string;
  cents: number;
  currency: string;
  refundedCents?: number;
  bouncedCents?: number;
  dispute?: StoredReceipt["dispute"];
  pageReference?: string;
  details?: string;
  recordedBy?: string;
  receivedAt: Date;
}

/**
 * Stores what is told of a payment, and draws the conclusions for the checkout that it is for (null: nobody knows).
 * Told again, late or out of order it changes nothing, and a dispute that has ended stays so. Whose it is stays as it
 * was decided first. Call inside a transaction.
 */
export async function storeReceipt(
  tx: Db,
  checkoutId: string | null,
  news: ReceiptInput,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Promise<{ receipt: StoredReceipt; isNew: boolean }> {
  // In the order in which `reassess` takes them.
  if (checkoutId) await lockCheckout(tx, checkoutId);
  const { refundedCents = 0, bouncedCents = 0, dispute = null, ...told } = news;
  // What was ever sent back only grows, and so does what of it has bounced: whichever answer is the newer, the greater
  // sums are the newer ones. What is away now is the difference, and may become less.
  const bounced = sql`greatest(${receipts.bouncedCents}, excluded.bounced_cents)`;
  const totalRefundedCents = sql`greatest(${receipts.refundedCents} + ${receipts.bouncedCents},
    excluded.refunded_cents + excluded.bounced_cents)`;
  const [stored] = await tx
    .insert(receipts)
    .values({ ...told, checkoutId, refundedCents, bouncedCents, dispute, recordedAt: now })
    .onConflictDoUpdate({
      target: [receipts.method, receipts.reference],
      set: {
        refundedCents: sql`${totalRefundedCents} - ${bounced}`,
        bouncedCents: bounced,
        dispute: sql`case when ${receipts.dispute} in ('won', 'lost') and excluded.dispute is not distinct from 'open'
          then ${receipts.dispute} else coalesce(excluded.dispute, ${receipts.dispute}) end`,
      },
    })
    .returning({ ...getTableColumns(receipts), isNew: sql<boolean>`xmax = 0` });
  if (!stored) throw new Error("the receipt was not stored");
  const { isNew, ...receipt } = stored;
  await reassessReceipt(tx, receipt, { policy, now });
  return { receipt, isNew };
}

/** Draws the conclusions from a receipt as it is now stored: its order's payment, or the list of what waits. */
export async function reassessReceipt(
  tx: Db,
  receipt: StoredReceipt,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Promise<void> {
  if (receipt.checkoutId) {
    await reassess(tx, receipt.checkoutId, policy, now);
    return;
  }
  const decisions = await decisionsOfReceipts(tx, [receipt.id]);
  await updateReceiptReview(tx, receipt.id, unclaimedReceiptReason(receipt, decisions), now);
  await notify(tx, CHANGES_CHANNEL, "reviews");
}

/** A receipt, locked with its checkout until the transaction ends; null where there is none. */
export async function lockReceipt(tx: Db, id: number): Promise<StoredReceipt | null> {
  for (;;) {
    const [found] = await tx.select().from(receipts).where(eq(receipts.id, id));
    if (!found) return null;
    if (found.checkoutId) await lockCheckout(tx, found.checkoutId);
    const [locked] = await tx
      .select()
      .from(receipts)
      .where(
        and(
          eq(receipts.id, id),
          sql`${receipts.checkoutId} is not distinct from ${found.checkoutId}`,
        ),
      )
      .for("no key update");
    // Somebody gave it to an order in between: then that one's checkout comes first.
    if (locked) return locked;
  }
}
