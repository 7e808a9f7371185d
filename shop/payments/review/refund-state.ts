import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { FINAL_CONFIRMATIONS } from "../model/payment.ts";
import type { ReportedTransaction } from "../chain/chain.ts";

/** What the chain shows of a refund: not found yet, in the mempool, in a block, or paying another address. */
export type RefundState = "unseen" | "seen" | "confirmed" | "elsewhere";

/** A refund's transaction as it was last looked up. */
export interface RefundLookUp {
  state: RefundState;
  /** Satoshis that it pays to the address of the refund; null before it was seen. */
  paidSats: number | null;
}

/** Compares a transaction with the script (in hex) that a refund was to be sent to. */
export function lookUpOf(transaction: ReportedTransaction | null, script: string): RefundLookUp {
  if (!transaction) return { state: "unseen", paidSats: null };
  const paidSats = transaction.outputs
    .filter((output) => output.script === script)
    .reduce((sum, { sats }) => sum + sats, 0);
  if (paidSats === 0) return { state: "elsewhere", paidSats };
  return { state: transaction.block ? "confirmed" : "seen", paidSats };
}

/** How long a transaction is followed, in milliseconds. */
const FOLLOWED_MS = 14 * DAY_MS;

/**
 * Returns the pause until the next look-up, in milliseconds; null when there is none. `age` is that of the refund, in
 * milliseconds.
 */
export function nextLookUpMs(
  { state }: RefundLookUp,
  { confirmations, age }: { confirmations: number; age: number },
): number | null {
  // The outputs of a transaction cannot change, but until then a reorganisation may take its block back.
  if (state === "elsewhere" || confirmations >= FINAL_CONFIRMATIONS || age > FOLLOWED_MS)
    return null;
  if (age < HOUR_MS) return MINUTE_MS;
  return age < DAY_MS ? 10 * MINUTE_MS : HOUR_MS;
}
