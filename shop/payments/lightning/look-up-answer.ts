import { createHash } from "node:crypto";
import { DAY_MS } from "#lib/time.ts";

/** What a node says of an invoice, in hex where it is bytes. */
interface LookUpAnswer {
  paymentHash: string;
  isPaid: boolean;
  preimage: string | null;
}

/**
 * Returns why an answer does not say what became of the invoice with this payment hash: it is about another one, or
 * paid without its preimage, which is the proof (BOLT 11: the payment hash is the SHA-256 of the preimage). Null when it
 * does.
 */
export function answerProblem(asked: string, answer: LookUpAnswer): string | null {
  if (answer.paymentHash.toLowerCase() !== asked) return "responded about another invoice";
  if (!answer.isPaid) return null;
  const preimage = Buffer.from(answer.preimage ?? "", "hex");
  const isProof = createHash("sha256").update(preimage).digest("hex") === asked;
  return isProof ? null : "says that an invoice is paid, without its preimage";
}

/** Returns when an invoice was paid, by the node's Unix milliseconds if they can be right, else now. */
export function paidAt(ms: number | null | undefined, now: Date = new Date()): Date {
  const isPossible = ms && ms > 0 && ms < now.getTime() + DAY_MS;
  return isPossible ? new Date(ms) : now;
}
