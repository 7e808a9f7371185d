import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { receipts } from "./tables.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { decisionsOfReceipts, type StoredReceipt } from "./facts.server.ts";
import type { ReceiptMethod } from "../settings/payment-method.ts";
import type { PaymentPolicy } from "./model/payment.ts";
import { reassess } from "./payments.server.ts";
import { unclaimedReceiptReason } from "./model/receipt.ts";
import { updateReceiptReview } from "./review/review-queue.server.ts";

/** A payment as reported by a provider, a bank or an administrator. */
export interface ReceiptInput {
  method: ReceiptMethod;
  /** The payment's id at the provider, or the key of the bank's entry; each is stored once. */
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
 * Stores a reported payment and reassesses its checkout (null: unclaimed). Idempotent, in any order of reports: a
 * decided dispute stays decided, and ownership is fixed by the first report. Call inside a transaction.
 */
export async function storeReceipt(
  tx: Db,
  checkoutId: string | null,
  report: ReceiptInput,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Promise<{ receipt: StoredReceipt; isNew: boolean }> {
  // Locks in the same order as `reassess`.
  if (checkoutId) await lockCheckout(tx, checkoutId);
  const { refundedCents = 0, bouncedCents = 0, dispute = null, ...values } = report;
  // The totals of refunds and of bounced refunds only grow, so the greater ones are newer, in any order of reports.
  // Their difference may shrink.
  const bounced = sql`greatest(${receipts.bouncedCents}, excluded.bounced_cents)`;
  const totalRefundedCents = sql`greatest(${receipts.refundedCents} + ${receipts.bouncedCents},
    excluded.refunded_cents + excluded.bounced_cents)`;
  const [stored] = await tx
    .insert(receipts)
    .values({
      ...values,
      checkoutId,
      refundedCents,
      bouncedCents,
      refundedAt: refundedCents > 0 ? now : null,
      dispute,
      recordedAt: now,
    })
    .onConflictDoUpdate({
      target: [receipts.method, receipts.reference],
      set: {
        refundedCents: sql`${totalRefundedCents} - ${bounced}`,
        bouncedCents: bounced,
        refundedAt: sql`case when ${totalRefundedCents} > ${receipts.refundedCents} + ${receipts.bouncedCents}
          then ${sql.param(now, receipts.refundedAt)} else ${receipts.refundedAt} end`,
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

/** Reassesses the checkout of a stored receipt, or updates the review of an unclaimed one. */
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

/** Locks a receipt and its checkout until the transaction ends; null if there is no such receipt. */
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
    // Its checkout has changed since it was read: repeat, to lock the new checkout first.
    if (locked) return locked;
  }
}
