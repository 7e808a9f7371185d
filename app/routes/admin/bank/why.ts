import { formatUsd } from "#lib/money.ts";
import type { Proposal } from "#shop/methods/bank/matching.ts";

/** What speaks for an order, and what against it. */
export function whyProposed(proposal: Proposal): string {
  const { named, amountFits, payerFits, waits, totalCents } = proposal;
  const reasons = [
    named === "exactly" && "Named in the purpose",
    named === "alike" && "Named in the purpose, with letters taken for each other",
    named === null && (payerFits ? "Amount and payer fit" : "The only order of this amount"),
    named !== null && amountFits && "the amount fits",
    named !== null && payerFits && (amountFits ? "so does the payer" : "the payer fits"),
  ].filter(Boolean);
  const doubts = [
    !amountFits && `The price is ${formatUsd(totalCents)}.`,
    !waits && "It waits for no money.",
    named !== null && amountFits && waits && !proposal.certain && "Another line is for it, too.",
  ].filter(Boolean);
  return [`${reasons.join(", ")}.`, ...doubts].join(" ");
}
