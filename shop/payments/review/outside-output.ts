import { err, ok, type Result } from "#lib/result.ts";
import type { ReportedTransaction } from "../chain/chain.ts";
import { FINAL_CONFIRMATIONS } from "../model/payment.ts";

/** Why bitcoins that arrived elsewhere cannot be recorded with a transaction. */
export type OutsideProblem =
  | { kind: "not-found" }
  | { kind: "not-final"; confirmations: number }
  /** No output has the amount: those that it has, in satoshis. */
  | { kind: "other-amount"; outputs: number[] };

/** The outputs of a final transaction that have the stated amount, in ascending order. */
export interface OutsideOutputs {
  block: NonNullable<ReportedTransaction["block"]>;
  /** Scripts in hex. */
  outputs: { vout: number; script: string }[];
}

/**
 * Returns the outputs of a transaction that may be recorded as a payment of this amount. It has to be final, since the
 * address that it pays is not watched for a reorg.
 */
export function findOutside(
  transaction: ReportedTransaction | null,
  sats: number,
): Result<OutsideOutputs, OutsideProblem> {
  if (!transaction) return err({ kind: "not-found" });
  const { block } = transaction;
  if (!block || block.confirmations < FINAL_CONFIRMATIONS)
    return err({ kind: "not-final", confirmations: block?.confirmations ?? 0 });
  const outputs = transaction.outputs.flatMap((output, vout) =>
    output.sats === sats ? { vout, script: output.script } : [],
  );
  if (outputs.length > 0) return ok({ block, outputs });
  return err({ kind: "other-amount", outputs: transaction.outputs.map((output) => output.sats) });
}
