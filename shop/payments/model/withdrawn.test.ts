import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../tests/runs.ts";
import { assess } from "./assess.ts";
import {
  type DecisionFact,
  defaultPaymentPolicy as policy,
  type InvoiceFact,
  type OutputFact,
  type PaymentFacts,
  type QuoteFact,
} from "./payment.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const TIP = 100;

const quote = (sats: number, over: Partial<QuoteFact> = {}): QuoteFact => ({
  ...{ sats, rateCents: 1_499_000, marginBasisPoints: 0, decisionId: null, address: "bc1q" },
  ...{ lockedAt: at(0), expiresAt: at(3600) },
  ...over,
});
const withdrawn = (sats: number, over: Partial<QuoteFact> = {}) =>
  quote(sats, { withdrawnAt: at(60), ...over });
const confirmed = (sats: number, seconds = 120): OutputFact => ({
  ...{ txid: String(sats).padStart(64, "0"), vout: 0, sats, firstSeenAt: at(seconds) },
  ...{ state: "confirmed", blockHeight: TIP, seenByAll: true, rateCents: null, spends: null },
});
const invoice = (sats: number): InvoiceFact => ({
  ...{ paymentHash: String(sats).padStart(64, "0"), sats, settledAt: at(120), paidMsat: null },
});
const assessed = (facts: Partial<PaymentFacts>, now = at(300)) =>
  assess(
    {
      ...{ priceCents: 1499, quotes: [], outputs: [], invoices: [], decisions: [] },
      ...{ tipHeight: TIP, settledAt: null },
      ...facts,
    },
    policy,
    now,
  );

test("money for a withdrawn amount is a part of a greater one, and too much for a smaller one", () => {
  const quotes = [withdrawn(80_000), quote(100_000, { lockedAt: at(60) })];
  expect(assessed({ quotes, outputs: [confirmed(80_000)] })).toMatchObject({
    status: "partial",
    missingSats: 20_000,
  });
  const reduced = [withdrawn(100_000), quote(80_000, { lockedAt: at(60) })];
  expect(assessed({ quotes: reduced, outputs: [confirmed(100_000)] })).toMatchObject({
    status: "overpaid",
    excessSats: 20_000,
  });
});

test("so is a paid invoice, also without an address beside it", () => {
  const quotes = [withdrawn(80_000), quote(100_000, { lockedAt: at(60), address: null })];
  expect(assessed({ quotes, invoices: [invoice(80_000)] }).status).toBe("partial");
  const reduced = [withdrawn(100_000), quote(80_000, { lockedAt: at(60), address: null })];
  expect(assessed({ quotes: reduced, invoices: [invoice(100_000)] }).status).toBe("overpaid");
});

test("with none in its place its money needs a decision, which can accept it", () => {
  const facts = { quotes: [withdrawn(100_000)], outputs: [confirmed(100_000)] };
  expect(assessed({ quotes: facts.quotes }).status).toBe("pending");
  expect(assessed(facts)).toMatchObject({ status: "review", reason: "late" });
  const accept: DecisionFact = {
    ...{ id: 1, kind: "accept", undoes: null, receivedSats: 100_000, refund: null, at: at(200) },
  };
  expect(assessed({ ...facts, decisions: [accept] }).status).toBe("paid");
});

test("while another quote stands, a withdrawn one changes nothing", () => {
  const amount = fc.integer({ min: 1_000, max: 120_000 });
  const moment = fc.integer({ min: 0, max: 10_000 });
  const standing = fc
    .tuple(amount, moment)
    .map(([sats, seconds]) =>
      quote(sats, { lockedAt: at(seconds), expiresAt: at(seconds + 3600) }),
    );
  const gone = standing.map((each) => ({ ...each, withdrawnAt: each.expiresAt }));
  const outputs = fc.uniqueArray(
    fc.tuple(amount, moment).map(([sats, seconds]) => confirmed(sats, seconds)),
    { maxLength: 3, selector: ({ txid }) => txid },
  );
  const invoices = fc.uniqueArray(amount.map(invoice), {
    maxLength: 2,
    selector: ({ paymentHash }) => paymentHash,
  });
  fc.assert(
    fc.property(
      fc.array(standing, { minLength: 1, maxLength: 3 }),
      fc.array(gone, { maxLength: 3 }),
      fc.record({ outputs, invoices }),
      fc.integer({ min: 0, max: 30_000 }),
      (quotes, others, money, now) => {
        expect(assessed({ ...money, quotes: [...quotes, ...others] }, at(now))).toEqual(
          assessed({ ...money, quotes }, at(now)),
        );
      },
    ),
    { numRuns: runs(1000) },
  );
});
