import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assessReceipts,
  combinedStatus,
  leftCents,
  unrefundedCents,
  type ReceiptDecision,
  type ReceiptFact,
  type ReceiptFacts,
  unclaimedReceiptReason,
} from "./receipt.ts";
import type { OrderState } from "../review/review.ts";
import { runs } from "../../../tests/runs.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 8, minute));
const price = 1499;
const living: OrderState = { kind: "order", status: "pending", settledAt: null, deletedAt: null };

let ids = 0;
const receipt = (changes: Partial<ReceiptFact> = {}): ReceiptFact => ({
  id: (ids += 1),
  cents: price,
  currency: "USD",
  refundedCents: 0,
  bouncedCents: 0,
  creditedCents: 0,
  dispute: null,
  receivedAt: at(10),
  ...changes,
});
const decision = (
  about: ReceiptFact,
  kind: ReceiptDecision["kind"],
  changes: Partial<ReceiptDecision> = {},
): ReceiptDecision => ({
  id: (ids += 1),
  receiptId: about.id,
  kind,
  undoes: null,
  receivedCents: leftCents(about),
  bouncedCents: about.bouncedCents,
  dispute: about.dispute,
  ...changes,
});
const assess = (receipts: ReceiptFact[], changes: Partial<ReceiptFacts> = {}) => {
  const found = assessReceipts({
    priceCents: price,
    receipts,
    decisions: [],
    paidOnChain: false,
    order: living,
    ...changes,
  });
  return found && { ...found, reasons: [...found.reasons.values()] };
};

test("no receipt says nothing", () => expect(assess([])).toBeNull());

describe("what the receipts amount to", () => {
  test("exactly the price pays, in one payment or in several", () => {
    expect(assess([receipt()])).toMatchObject({ status: "paid", missingCents: 0, reasons: [] });
    const parts = [receipt({ cents: 499 }), receipt({ cents: 1000 })];
    expect(assess(parts)).toMatchObject({ status: "paid", netCents: price, reasons: [] });
  });

  test("a cent less waits for a person, and a cent more, too, though it pays", () => {
    expect(assess([receipt({ cents: price - 1 })])).toMatchObject({
      status: "review",
      missingCents: 1,
      reasons: ["underpaid"],
    });
    expect(assess([receipt({ cents: price + 1 })])).toMatchObject({
      status: "overpaid",
      reasons: ["overpaid"],
    });
  });

  test("a second payment of a paid order is one too many", () => {
    const [first, second] = [receipt(), receipt({ receivedAt: at(11) })];
    expect(assess([second, first])).toMatchObject({ status: "overpaid", reasons: ["twice"] });
    expect(assess([first], { paidOnChain: true })).toMatchObject({ reasons: ["twice"] });
  });

  test("another currency is judged by a person, and accepted pays", () => {
    const euros = receipt({ currency: "EUR" });
    expect(assess([euros])).toMatchObject({ status: "review", reasons: ["currency"] });
    expect(assess([euros], { decisions: [decision(euros, "accept")] })).toMatchObject({
      status: "paid",
      reasons: [],
    });
  });

  test("what was accepted is enough until that is undone", () => {
    const part = receipt({ cents: 1000 });
    const accepted = decision(part, "accept");
    expect(assess([part], { decisions: [accepted] })).toMatchObject({
      status: "paid",
      reasons: [],
    });
    const undone = decision(part, "undo", { undoes: accepted.id });
    expect(assess([part], { decisions: [accepted, undone] })).toMatchObject({
      status: "review",
      reasons: ["underpaid"],
    });
  });

  test("sent back it is refunded; a part of it, too", () => {
    expect(assess([receipt({ refundedCents: price })])).toMatchObject({
      status: "refunded",
      reasons: [],
    });
    expect(assess([receipt({ refundedCents: 500 })])).toMatchObject({
      status: "refunded",
      reasons: [],
    });
  });

  test("refunded to credit it is refunded; sent back as well, it waits until both are accepted", () => {
    const paid = receipt();
    const decisions = [decision(paid, "refund")];
    const credited = { ...paid, creditedCents: price };
    expect(assess([credited], { decisions })).toMatchObject({ status: "refunded", reasons: [] });
    const both = { ...credited, refundedCents: 500 };
    expect(assess([both], { decisions })).toMatchObject({
      status: "refunded",
      reasons: ["refunded-twice"],
    });
    expect(unclaimedReceiptReason(both, decisions)).toBe("refunded-twice");
    const accepted = [...decisions, decision(both, "accept")];
    expect(assess([both], { decisions: accepted })?.reasons).toEqual([]);
    // Accepted for 500, not for more.
    const more = { ...both, refundedCents: price };
    expect(assess([more], { decisions: accepted })?.reasons).toEqual(["refunded-twice"]);
    // A part each, together no more than was paid.
    const parts = receipt({ creditedCents: 999, refundedCents: 500 });
    expect(assess([parts])).toMatchObject({ status: "refunded", reasons: [] });
  });

  test("a refund that bounced waits for a person, whatever was decided before it did", () => {
    const paid = receipt();
    const before = [decision(paid, "accept"), decision(paid, "refund")];
    const bounced = { ...paid, bouncedCents: price };
    expect(assess([bounced], { decisions: before })).toMatchObject({
      status: "paid",
      reasons: ["bounced"],
    });
    // Also where it bounces again after a decision.
    const accepted = [...before, decision(bounced, "accept")];
    expect(assess([bounced], { decisions: accepted })).toMatchObject({
      status: "paid",
      reasons: [],
    });
    const again = { ...paid, bouncedCents: 2 * price };
    expect(assess([again], { decisions: accepted })?.reasons).toEqual(["bounced"]);
    // Refunded again, it needs no decision.
    expect(assess([{ ...bounced, refundedCents: price }])).toMatchObject({
      status: "refunded",
      reasons: [],
    });
    const part = receipt({ cents: 1000, bouncedCents: 1000 });
    expect(assess([part])).toMatchObject({ status: "review", reasons: ["bounced"] });
  });

  test("a dispute waits for a person; lost, the payment is gone; won, all is well", () => {
    const open = receipt({ dispute: "open" });
    expect(assess([open])).toMatchObject({ status: "paid", reasons: ["disputed"] });
    expect(assess([{ ...open, dispute: "lost" }])).toMatchObject({
      status: "reversed",
      reasons: ["disputed"],
    });
    expect(assess([{ ...open, dispute: "won" }])).toMatchObject({ status: "paid", reasons: [] });
    // Accepted while it was open says nothing of its being lost.
    const seen = decision(open, "accept");
    expect(assess([open], { decisions: [seen] })?.reasons).toEqual([]);
    expect(assess([{ ...open, dispute: "lost" }], { decisions: [seen] })?.reasons).toEqual([
      "disputed",
    ]);
  });

  test("money for an order that was rejected or deleted waits for a person", () => {
    const order = { ...living, status: "rejected" as const };
    expect(assess([receipt()], { order })?.reasons).toEqual(["rejected"]);
    const gone = { ...living, deletedAt: at(5) };
    expect(assess([receipt()], { order: gone })?.reasons).toEqual(["deleted"]);
    const paidBefore = { ...living, settledAt: at(10), deletedAt: at(20) };
    expect(assess([receipt()], { order: paidBefore })?.reasons).toEqual([]);
  });

  test("an unclaimed receipt waits until it is accepted or refunded", () => {
    const lost = receipt();
    expect(unclaimedReceiptReason(lost, [])).toBe("unclaimed");
    expect(unclaimedReceiptReason(lost, [decision(lost, "accept")])).toBeNull();
    expect(unclaimedReceiptReason({ ...lost, refundedCents: price }, [])).toBeNull();
  });
});

describe("with what came on the chain", () => {
  test.each([
    [{ status: "pending", receivedSats: 0 }, "paid", "paid"],
    [{ status: "expired", receivedSats: 0 }, "review", "review"],
    [{ status: "paid", receivedSats: 9 }, "review", "paid"],
    [{ status: "paid", receivedSats: 9 }, "refunded", "paid"],
    [{ status: "detected", receivedSats: 9 }, "review", "detected"],
    [{ status: "detected", receivedSats: 9 }, "paid", "paid"],
    [{ status: "partial", receivedSats: 9 }, "refunded", "partial"],
    [{ status: "review", receivedSats: 9 }, "paid", "paid"],
    [{ status: "review", receivedSats: 9 }, "refunded", "review"],
    [{ status: "reversed", receivedSats: 0 }, "refunded", "reversed"],
    [{ status: "refunded", receivedSats: 9 }, "refunded", "refunded"],
  ] as const)("%o and %s make %s", (chain, status, combined) => {
    expect(combinedStatus(chain, { status })).toBe(combined);
  });
});

const anyReceipt = fc
  .record({
    cents: fc.integer({ min: 1, max: 3000 }),
    currency: fc.constantFrom("USD", "USD", "USD", "EUR"),
    refunded: fc.constantFrom(0, 0, 0, 0.5, 1),
    bounced: fc.constantFrom(0, 0, 0, 500),
    credited: fc.constantFrom(0, 0, 0.5, 1),
    // Whether who decided knew of that.
    knew: fc.boolean(),
    dispute: fc.constantFrom(null, null, null, "open", "won", "lost"),
    minute: fc.integer({ min: 0, max: 30 }),
    decided: fc.constantFrom(null, null, "accept", "refund"),
  })
  .map(({ cents, refunded, bounced, credited, knew, minute, currency, dispute, decided }) => {
    const made = receipt({
      cents,
      currency,
      dispute,
      refundedCents: Math.floor(cents * refunded),
      bouncedCents: bounced,
      creditedCents: Math.floor(cents * credited),
      receivedAt: at(minute),
    });
    const known = knew ? {} : { bouncedCents: 0 };
    return { made, decisions: decided ? [decision(made, decided, known)] : [] };
  });

test("whatever comes: the order of telling does not matter, and no cent is left without an answer", () => {
  const order = fc.constantFrom<OrderState>(
    living,
    { ...living, status: "rejected" },
    { ...living, deletedAt: at(15) },
    { kind: "purged", at: at(15) },
  );
  fc.assert(
    fc.property(
      fc.array(anyReceipt, { minLength: 1, maxLength: 5 }),
      order,
      fc.boolean(),
      (made, state, paidOnChain) => {
        const receipts = made.map((each) => each.made);
        const decisions = made.flatMap((each) => each.decisions);
        const facts = { priceCents: price, receipts, decisions, paidOnChain, order: state };
        const found = assessReceipts(facts);
        const retold = assessReceipts({
          ...facts,
          receipts: receipts.toReversed(),
          decisions: decisions.toReversed(),
        });
        expect(retold).toEqual(found);
        if (!found) throw new Error("there are receipts");
        const settled = found.status === "paid" || found.status === "overpaid";
        for (const each of receipts) {
          const decided = decisions.some(
            ({ receiptId, bouncedCents }) =>
              receiptId === each.id && bouncedCents >= each.bouncedCents,
          );
          if (each.bouncedCents > 0 && unrefundedCents(each) > 0)
            expect(found.reasons.has(each.id), "what bounced waits").toBe(!decided);
          const counted = settled && !paidOnChain && each.currency === "USD";
          if (leftCents(each) < 0 && !decided)
            expect(found.reasons.has(each.id), "what was returned twice waits").toBe(true);
          const partlyBack = each.refundedCents + each.creditedCents > 0;
          const nothing = unrefundedCents(each) === 0;
          expect(
            found.reasons.has(each.id) || decided || counted || partlyBack || nothing,
            "settles the order, waits for a person, was decided about, or went back",
          ).toBe(true);
        }
        // No more than the price settles by itself: whatever is beyond it waits or was decided about.
        const beyond = found.netCents - price;
        if (beyond > 0 && state === living && decisions.length === 0)
          expect(found.reasons.size).toBeGreaterThan(0);
      },
    ),
    { numRuns: runs(2000) },
  );
});
