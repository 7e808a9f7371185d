import { expect, test } from "vitest";
import { defaultPaymentPolicy as policy, type DecisionFact } from "./payment.ts";
import type { Refund } from "./refund.ts";
import { returnedOf } from "./returned.ts";

const at = new Date("2026-11-20T08:00:00Z");
/** What $14.99 are at $97,412.60 for one BTC. */
const DUE = 15_389;

function returned(refunds: readonly Refund[], receivedSats = DUE) {
  const decisions = refunds.map((refund, index): DecisionFact => ({
    ...{ id: index + 1, kind: "refund", receivedSats, undoes: null, refund, at },
  }));
  const facts = {
    quotes: [
      {
        ...{ sats: DUE, rateCents: 9_741_260, marginBasisPoints: 0, decisionId: null },
        ...{ address: "bc1q", lockedAt: at, expiresAt: new Date(at.getTime() + 3_600_000) },
      },
    ],
    outputs: [
      {
        ...{ txid: "a".repeat(64), vout: 0, sats: receivedSats, firstSeenAt: at },
        ...{ state: "confirmed" as const, blockHeight: 100, seenByAll: true },
        ...{ rateCents: null, spends: null },
      },
    ],
    ...{ invoices: [], decisions, tipHeight: 100, receipts: [], receiptDecisions: [] },
  };
  return returnedOf(1499, facts, { policy, now: at });
}
const sent = (sats: number): Refund => ({ sats, address: "bc1q", txid: "b".repeat(64) });
const credited = (sats: number, creditCents: number): Refund => ({ sats, creditCents });

test.each([
  ["nothing", [], 0, 0],
  ["a part of it", [sent(5130)], 500, 0],
  ["all of it", [sent(DUE)], 1499, 0],
  // Its share of the total is $5.00, the credit is $4.99: no cent was sent back.
  ["a part as credit", [credited(5130, 499)], 0, 499],
  ["all of it as credit, in parts", [credited(5130, 499), credited(DUE - 5130, 999)], 0, 1499],
  ["a part as money, another as credit", [sent(5130), credited(5130, 499)], 500, 499],
] as const)("of a payment in Bitcoin: %s", (_what, refunds, sentBackCents, creditedCents) => {
  expect(returned(refunds)).toEqual({ sentBackCents, creditedCents });
});

test("what was paid too much goes back first", () => {
  expect(returned([credited(5130, 499)], DUE + 5130)).toEqual({
    sentBackCents: 0,
    creditedCents: 0,
  });
});
