import { and, eq, sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { chainOutputs, paymentAddresses } from "../tables.ts";
import { paymentReviews } from "./tables.ts";
import { decisionsOfOutput } from "../facts.server.ts";
import type { Assessment } from "../model/payment.ts";
import { type ReviewReason, type ReviewSubject, unclaimedReason } from "./review.ts";
import { HOUR_MS } from "#lib/time.ts";

/** How far a block's time may differ from the real time: the consensus rules allow two hours. */
export const BLOCK_TIME_SLACK_MS = 2 * HOUR_MS;

type Amounts = Pick<Assessment, "receivedSats" | "missingSats" | "excessSats"> & {
  dueSats: number | null;
};

/** Removes a subject from the review queue; false when it was not in it, as for nearly every checkout. */
async function removeFromQueue(tx: Db, subject: ReviewSubject): Promise<boolean> {
  const removed = await tx
    .delete(paymentReviews)
    .where(matchesReview(subject))
    .returning({ id: paymentReviews.id });
  return removed.length > 0;
}

/** Adds a payment to the review queue, updates it there, or removes it. */
export async function updateReview(
  tx: Db,
  subject: ReviewSubject,
  review: ({ reason: ReviewReason; now: Date } & Amounts) | null,
): Promise<void> {
  if (!review) {
    if (!(await removeFromQueue(tx, subject))) return;
  } else {
    const [before] = await tx
      .select()
      .from(paymentReviews)
      .where(matchesReview(subject))
      .for("update");
    const { reason, dueSats, receivedSats, missingSats, excessSats, now } = review;
    const values = { reason, dueSats, receivedSats, missingSats, excessSats };
    if (!before) {
      await tx.insert(paymentReviews).values({ ...subject, ...values, since: now });
    } else {
      if (Object.entries(values).every(([name, value]) => before[name as keyof Amounts] === value))
        return;
      await tx.update(paymentReviews).set(values).where(eq(paymentReviews.id, before.id));
    }
  }
  await notify(tx, CHANGES_CHANNEL, "reviews");
}

/** Adds an unclaimed output to the review queue, if seen since its address was issued, or removes it. */
export async function updateUnclaimedReview(
  tx: Db,
  { txid, vout }: { txid: string; vout: number },
  now: Date,
): Promise<void> {
  const [found] = await tx
    .select({ output: chainOutputs, issuedAt: paymentAddresses.issuedAt })
    .from(chainOutputs)
    .innerJoin(paymentAddresses, eq(paymentAddresses.address, chainOutputs.address))
    .where(and(eq(chainOutputs.txid, txid), eq(chainOutputs.vout, vout)));
  if (!found) return;
  const { output, issuedAt } = found;
  const decisions = await decisionsOfOutput(tx, { txid, vout });
  // An output older than the issue of its address was not sent to this shop.
  const isForShop = output.firstSeenAt.getTime() + BLOCK_TIME_SLACK_MS >= issuedAt.getTime();
  const reason =
    output.checkoutId === null && isForShop ? unclaimedReason(output, decisions) : null;
  await updateReview(
    tx,
    { txid, vout },
    reason && {
      reason,
      dueSats: null,
      receivedSats: output.sats,
      missingSats: 0,
      excessSats: 0,
      now,
    },
  );
}

/** Returns the condition for the row of this subject in the review queue. */
export function matchesReview(subject: ReviewSubject) {
  if ("receiptId" in subject) return eq(paymentReviews.receiptId, subject.receiptId);
  return "checkoutId" in subject
    ? eq(paymentReviews.checkoutId, subject.checkoutId)
    : and(eq(paymentReviews.txid, subject.txid), sql`${paymentReviews.vout} = ${subject.vout}`);
}

/** Adds a receipt to the review queue, or removes it. */
export async function updateReceiptReview(
  tx: Db,
  receiptId: number,
  reason: ReviewReason | null,
  now: Date,
): Promise<void> {
  const noAmounts = { dueSats: null, receivedSats: 0, missingSats: 0, excessSats: 0 };
  await updateReview(tx, { receiptId }, reason && { ...noAmounts, reason, now });
}
