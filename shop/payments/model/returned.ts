import type { Returned } from "#shop/orders/payment-status.ts";
import { assess } from "./assess.ts";
import { activeDecisions, type PaymentFacts, type PaymentPolicy } from "./payment.ts";
import { type ReceiptDecision, type ReceiptFact, SHOP_CURRENCY } from "./receipt.ts";

/** What arrived for an order, and what went back of it, in cents at the rate of the order. */
interface Flow {
  arrived: number;
  sentBack: number;
  credited: number;
}

type ChainFacts = Omit<PaymentFacts, "priceCents" | "settledAt">;

/** Every payment of an order: in Bitcoin, and its receipts. */
interface AllFacts extends ChainFacts {
  receipts: readonly ReceiptFact[];
  receiptDecisions: readonly ReceiptDecision[];
}

/**
 * Returns what of an order's total went back. Money that arrived beyond the total is not of the order: what goes back
 * comes out of it first. Of an order that was settled by less than its total (the tolerance, or an accepted payment),
 * sending everything back returns the whole total.
 */
export function returnedOf(
  totalCents: number,
  facts: AllFacts,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Returned {
  const accepted = new Set(
    activeDecisions(facts.receiptDecisions).flatMap(({ kind, receiptId }) =>
      kind === "accept" ? receiptId : [],
    ),
  );
  const refunds = activeDecisions(facts.decisions).some(({ refund }) => refund !== null);
  if (!refunds && facts.receipts.length === 0) return { sentBackCents: 0, creditedCents: 0 };
  const flows = [
    chainFlow(facts, totalCents, { policy, now }),
    ...facts.receipts.flatMap((receipt) => {
      if (receipt.currency === SHOP_CURRENCY) return receiptFlow(receipt);
      return accepted.has(receipt.id) ? foreignFlow(receipt, totalCents) : [];
    }),
  ];
  const sumOf = (of: keyof Flow) => flows.reduce((sum, flow) => sum + flow[of], 0);
  const arrived = sumOf("arrived");
  const base = Math.min(arrived, totalCents);
  if (base === 0) return { sentBackCents: 0, creditedCents: 0 };
  const excess = arrived - base;
  const within = (cents: number) => Math.min(base, Math.max(0, cents - excess));
  const sentBackCents = share(totalCents, within(sumOf("sentBack")), base);
  const bothCents = share(totalCents, within(sumOf("sentBack") + sumOf("credited")), base);
  return { sentBackCents, creditedCents: bothCents - sentBackCents };
}

/** The payment in Bitcoin, at the amount due that it was assessed against before anything went back. */
function chainFlow(
  facts: ChainFacts,
  totalCents: number,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Flow {
  const decisions = facts.decisions.filter(({ kind }) => kind !== "refund");
  const before = assess(
    { ...facts, priceCents: totalCents, decisions, settledAt: null },
    policy,
    now,
  );
  const { receivedSats, dueSats } = before;
  if (dueSats === 0) return { arrived: 0, sentBack: 0, credited: 0 };
  const refunds = activeDecisions(facts.decisions).flatMap(({ refund }) => refund ?? []);
  const left = refunds.reduce((sats, refund) => sats - refund.sats, receivedSats);
  const arrived = share(totalCents, receivedSats, dueSats);
  const returned = arrived - share(totalCents, Math.max(0, left), dueSats);
  const asCredit = refunds.reduce(
    (cents, refund) => cents + ("creditCents" in refund ? refund.creditCents : 0),
    0,
  );
  // Credit is rounded by itself: without a refund of money, the difference was not sent back.
  if (refunds.every((refund) => "creditCents" in refund)) {
    const credited = left <= 0 ? arrived : Math.min(asCredit, arrived);
    return { arrived, sentBack: 0, credited };
  }
  const credited = Math.min(asCredit, returned);
  return { arrived, sentBack: returned - credited, credited };
}

/** A lost dispute sends back what was left. */
function receiptFlow({ cents, refundedCents, creditedCents, dispute }: ReceiptFact): Flow {
  const lost = dispute === "lost" ? cents - creditedCents : 0;
  return { arrived: cents, sentBack: Math.max(refundedCents, lost), credited: creditedCents };
}

/** A payment in another currency that was accepted is worth the total. */
function foreignFlow(receipt: ReceiptFact, totalCents: number): Flow {
  const { arrived, sentBack } = receiptFlow(receipt);
  return { arrived: totalCents, sentBack: share(totalCents, sentBack, arrived), credited: 0 };
}

/** Returns `whole * part / of`, rounded half up, without floating point. */
function share(whole: number, part: number, of: number): number {
  const divisor = BigInt(of);
  return Number((2n * BigInt(whole) * BigInt(part) + divisor) / (2n * divisor));
}
