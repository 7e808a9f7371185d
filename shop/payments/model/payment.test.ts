import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assess } from "./assess.ts";
import {
  type DecisionFact,
  type DecisionKind,
  defaultPaymentPolicy,
  type OutputFact,
  type PaymentFacts,
  type QuoteFact,
  type InvoiceFact,
} from "./payment.ts";

const policy = defaultPaymentPolicy;
const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
/** 14.99 USD are 100,000 satoshis. */
const RATE = 1_499_000;
const quote = (sats = 100_000, lockedAt = 0): QuoteFact => ({
  sats,
  rateCents: RATE,
  marginBasisPoints: 0,
  decisionId: null,
  address: "bc1q",
  lockedAt: at(lockedAt),
  expiresAt: at(lockedAt + 3600),
});
const TIP = 100;

let outpoints = 0;
function output(sats: number, over: Partial<OutputFact> = {}): OutputFact {
  outpoints += 1;
  return {
    txid: String(outpoints).padStart(64, "0"),
    vout: 0,
    sats,
    firstSeenAt: at(60),
    state: "mempool",
    blockHeight: null,
    seenByAll: true,
    rateCents: null,
    spends: null,
    ...over,
  };
}
const confirmed = (sats: number, depth = 1, over: Partial<OutputFact> = {}) =>
  output(sats, { state: "confirmed", blockHeight: TIP - depth + 1, ...over });

function statusOf(outputs: OutputFact[], over: Partial<PaymentFacts> = {}, now = at(120)) {
  return assess(
    {
      priceCents: 1499,
      quotes: [quote()],
      outputs,
      invoices: [],
      decisions: [],
      tipHeight: TIP,
      settledAt: null,
      ...over,
    },
    policy,
    now,
  );
}

describe("what the money amounts to", () => {
  test("nothing seen: pending until the quote ends, expired a second later", () => {
    expect(statusOf([], {}, at(3600)).status).toBe("pending");
    expect(statusOf([], {}, at(3601)).status).toBe("expired");
    expect(statusOf([]).missingSats).toBe(100_000);
  });

  test("the exact amount: detected in the mempool, paid with one confirmation", () => {
    expect(statusOf([output(100_000)])).toMatchObject({
      status: "detected",
      missingSats: 0,
      confirmations: 0,
      requiredConfirmations: 1,
    });
    expect(statusOf([confirmed(100_000)])).toMatchObject({
      status: "paid",
      confirmations: 1,
      excessSats: 0,
    });
  });

  test("from 100 USD on two confirmations are required", () => {
    expect(statusOf([confirmed(100_000)], { priceCents: 9_999 }).status).toBe("paid");
    expect(statusOf([confirmed(100_000)], { priceCents: 10_000 }).status).toBe("detected");
    expect(statusOf([confirmed(100_000, 2)], { priceCents: 10_000 }).status).toBe("paid");
  });

  test("one per cent less still settles, a satoshi less than that does not", () => {
    expect(statusOf([confirmed(99_999)]).status).toBe("paid");
    expect(statusOf([confirmed(99_000)])).toMatchObject({ status: "paid", missingSats: 0 });
    expect(statusOf([confirmed(98_999)])).toMatchObject({ status: "partial", missingSats: 1_001 });
  });

  test("more than one per cent too much settles and is flagged with the difference", () => {
    expect(statusOf([confirmed(101_000)])).toMatchObject({ status: "paid", excessSats: 0 });
    expect(statusOf([confirmed(101_001)])).toMatchObject({ status: "overpaid", excessSats: 1_001 });
  });

  test("several transactions, and several outputs of one, are summed", () => {
    expect(statusOf([confirmed(60_000), output(40_000)]).status).toBe("detected");
    expect(statusOf([confirmed(60_000), confirmed(40_000)]).status).toBe("paid");
    const [a, b] = [confirmed(60_000), confirmed(40_000)];
    expect(statusOf([a, { ...b, txid: a.txid, vout: 1 }]).status).toBe("paid");
  });

  test("too little in time is partial, and for a person to decide once the quote has ended", () => {
    expect(statusOf([output(50_000)])).toMatchObject({
      status: "partial",
      receivedSats: 50_000,
      missingSats: 50_000,
    });
    expect(statusOf([confirmed(50_000)], {}, at(3601))).toMatchObject({
      status: "review",
      reason: "underpaid",
    });
  });

  test("late by at most 60 minutes settles; later is for a person to decide", () => {
    const seen = (seconds: number) => confirmed(100_000, 1, { firstSeenAt: at(seconds) });
    expect(statusOf([seen(3601)], {}, at(3700)).status).toBe("paid");
    expect(statusOf([seen(7200)], {}, at(7300)).status).toBe("paid");
    expect(statusOf([seen(7201)], {}, at(7300))).toMatchObject({
      status: "review",
      reason: "late",
    });
    expect(statusOf([seen(5 * 86_400)], {}, at(5 * 86_400))).toMatchObject({
      status: "review",
      reason: "late",
    });
  });

  test("a payment seen in time settles at its quote however long the network takes", () => {
    expect(statusOf([output(100_000)], {}, at(10 * 86_400)).status).toBe("detected");
    expect(statusOf([confirmed(100_000)], {}, at(10 * 86_400)).status).toBe("paid");
  });

  test("after a re-quote either amount settles", () => {
    const quotes = [quote(100_000), quote(110_000, 4000)];
    const seen = (sats: number) => [confirmed(sats, 1, { firstSeenAt: at(4100) })];
    expect(statusOf(seen(100_000), { quotes }, at(4200))).toMatchObject({
      status: "paid",
      dueSats: 100_000,
    });
    expect(statusOf(seen(110_000), { quotes }, at(4200)).status).toBe("overpaid");
    expect(statusOf([], { quotes }, at(4200))).toMatchObject({
      status: "pending",
      dueSats: 110_000,
    });
  });

  test.each(["replaced", "dropped", "reorged"] as const)(
    "an output that was %s counts for nothing",
    (state) => {
      expect(statusOf([output(100_000, { state })]).status).toBe("pending");
      expect(statusOf([output(100_000, { state })], { settledAt: at(60) }).status).toBe("reversed");
    },
  );
});

/** Decisions in the order in which they were made, each about what had been received then. */
function decided(
  ...list: {
    kind: DecisionKind;
    receivedSats?: number;
    sats?: number;
    undoes?: number;
    at?: number;
  }[]
): DecisionFact[] {
  return list.map(({ kind, receivedSats = 0, sats, undoes = null, at: seconds = 4000 }, index) => ({
    id: index + 1,
    kind,
    undoes,
    receivedSats,
    refund: sats === undefined ? null : { sats, address: "bcrt1q", txid: "f".repeat(64) },
    at: at(seconds),
  }));
}

describe("what came late counts for what it was worth when it was seen", () => {
  const late = (sats: number, rateCents: number | null, depth = 1) =>
    confirmed(sats, depth, { firstSeenAt: at(90_000), rateCents });
  const after = at(90_100);

  test("it settles when that covers the price, less one per cent", () => {
    expect(statusOf([late(100_000, RATE)], {}, after)).toMatchObject({
      status: "paid",
      excessSats: 0,
    });
    expect(statusOf([late(100_000, RATE)], {}, at(120)).status).toBe("paid");
    expect(statusOf([late(99_100, RATE)], {}, after).status).toBe("paid");
    expect(statusOf([late(98_000, RATE)], {}, after)).toMatchObject({
      status: "review",
      reason: "late",
    });
    expect(statusOf([late(50_000, RATE * 2)], {}, after).status).toBe("paid");
    expect(statusOf([late(100_000, RATE / 2)], {}, after).status).toBe("review");
  });

  test("without a known price, a person decides", () => {
    expect(statusOf([late(100_000, null)], {}, after).status).toBe("review");
  });

  test("it waits for its confirmations like any other, and is flagged when it is too much", () => {
    expect(statusOf([{ ...late(100_000, RATE), state: "mempool" }], {}, after).status).toBe(
      "detected",
    );
    expect(statusOf([late(100_000, RATE * 2)], {}, after)).toMatchObject({
      status: "overpaid",
      excessSats: 50_000,
    });
  });

  test("the quote's margin applies to it too", () => {
    const withMargin = { ...quote(), rateCents: RATE / 2, marginBasisPoints: 5000, sats: 200_000 };
    const quotes = [withMargin];
    expect(statusOf([late(200_000, RATE)], { quotes }, after)).toMatchObject({
      status: "paid",
      excessSats: 0,
    });
    expect(statusOf([late(100_000, RATE)], { quotes }, after)).toMatchObject({
      status: "review",
      reason: "late",
    });
    const part = confirmed(100_000);
    expect(statusOf([part, late(50_000, RATE * 2)], { quotes }, after).status).toBe("paid");
  });

  test("a part that came in time counts at the rate that was held", () => {
    const part = confirmed(50_000, 1, { rateCents: RATE * 4 });
    expect(statusOf([part], {}, at(120)).status).toBe("partial");
    expect(statusOf([part, late(25_000, RATE * 2)], {}, after).status).toBe("paid");
    expect(statusOf([part, late(25_000, RATE)], {}, after)).toMatchObject({
      status: "review",
      reason: "underpaid",
    });
  });
});

describe("what a person decided", () => {
  const part = (over: Partial<OutputFact> = {}) => confirmed(50_000, 1, over);
  const afterDecision = at(5000);

  test("accepted: settles with what is there, and is reversed when that vanishes", () => {
    const decisions = decided({ kind: "accept", receivedSats: 50_000 });
    expect(statusOf([part()], { decisions }, afterDecision)).toMatchObject({
      status: "paid",
      missingSats: 0,
      excessSats: 0,
    });
    expect(statusOf([output(50_000)], { decisions }, afterDecision).status).toBe("detected");
    const gone = [part({ state: "reorged" })];
    expect(statusOf(gone, { decisions, settledAt: at(4001) }, afterDecision).status).toBe(
      "reversed",
    );
    expect(statusOf(gone, { decisions }, afterDecision).status).toBe("expired");
  });

  test("accepted, and taken back: as before, also when it had settled", () => {
    const decisions = decided(
      { kind: "accept", receivedSats: 50_000 },
      { kind: "undo", undoes: 1, at: 4500 },
    );
    const before = statusOf([part()], {}, afterDecision);
    expect(before.status).toBe("review");
    expect(statusOf([part()], { decisions }, afterDecision)).toEqual(before);
    expect(statusOf([part()], { decisions, settledAt: at(4100) }, afterDecision)).toEqual(before);
  });

  test("a requested top-up: partial until its quote ends, paid once it is there", () => {
    const decisions = decided({ kind: "ask", receivedSats: 50_000 });
    const topUp = { ...quote(120_000, 4000), expiresAt: at(90_000), decisionId: 1 };
    const quotes = [quote(), topUp];
    expect(statusOf([part()], { decisions, quotes }, afterDecision)).toMatchObject({
      status: "partial",
      dueSats: 120_000,
      missingSats: 70_000,
    });
    expect(statusOf([part()], { decisions, quotes }, at(90_001))).toMatchObject({
      status: "review",
      reason: "underpaid",
    });
    const rest = confirmed(70_000, 1, { firstSeenAt: at(80_000) });
    expect(statusOf([part(), rest], { decisions, quotes }, at(80_001)).status).toBe("paid");
    const takenBack = [...decisions, ...decided({ kind: "undo", undoes: 1 })].map(
      (decision, index) => ({ ...decision, id: index + 1 }),
    );
    expect(statusOf([part()], { decisions: takenBack, quotes }, afterDecision)).toMatchObject({
      status: "review",
      dueSats: 100_000,
    });
  });

  test("sent back: refunded, for good, unless more comes or it is taken back", () => {
    const decisions = decided({ kind: "refund", receivedSats: 50_000, sats: 49_500 });
    expect(statusOf([part()], { decisions }, afterDecision)).toMatchObject({
      status: "refunded",
      refundedSats: 49_500,
    });
    expect(statusOf([part({ state: "dropped" })], { decisions }, afterDecision).status).toBe(
      "refunded",
    );
    expect(statusOf([part(), output(10_000)], { decisions }, afterDecision)).toMatchObject({
      status: "review",
      reason: "again",
    });
    const takenBack = decided(
      { kind: "refund", receivedSats: 50_000, sats: 49_500 },
      { kind: "undo", undoes: 1 },
    );
    expect(statusOf([part()], { decisions: takenBack }, afterDecision)).toEqual(
      statusOf([part()], {}, afterDecision),
    );
  });

  test("what was paid and sent back is refunded; the excess alone sent back leaves it paid", () => {
    const settledAt = at(300);
    const back = (sats: number) => decided({ kind: "refund", receivedSats: 150_000, sats });
    const paid = [confirmed(150_000)];
    expect(statusOf(paid, { settledAt }, afterDecision).status).toBe("overpaid");
    expect(statusOf(paid, { settledAt, decisions: back(50_000) }, afterDecision)).toMatchObject({
      status: "paid",
      excessSats: 0,
    });
    expect(statusOf(paid, { settledAt, decisions: back(149_000) }, afterDecision).status).toBe(
      "refunded",
    );
  });
});

const decisionFact = fc.record({
  kind: fc.constantFrom<DecisionKind>("accept", "ask", "refund", "attach", "undo"),
  receivedSats: fc.integer({ min: 1, max: 300_000 }),
  refundSats: fc.integer({ min: 1, max: 150_000 }),
  undoes: fc.nat({ max: 4 }),
  at: fc.integer({ min: 0, max: 20_000 }).map(at),
});

/** Any decisions as the database would hold them: an `undo` names an earlier one, and no two the same. */
function numbered(list: ReturnType<typeof decisionFact.generate>["value"][]): DecisionFact[] {
  const made: DecisionFact[] = [];
  for (const { kind, receivedSats, refundSats, undoes, at: when } of list) {
    const target = made.find(({ id, kind: was }) => id === undoes + 1 && was !== "undo");
    if (kind === "undo" && (!target || made.some((other) => other.undoes === target.id))) continue;
    made.push({
      id: made.length + 1,
      kind,
      receivedSats,
      undoes: kind === "undo" && target ? target.id : null,
      refund:
        kind === "refund" ? { sats: refundSats, address: "bcrt1q", txid: "f".repeat(64) } : null,
      at: when,
    });
  }
  return made;
}

const outputFact: fc.Arbitrary<OutputFact> = fc.record({
  txid: fc.integer({ min: 0, max: 6 }).map((n) => String(n).padStart(64, "0")),
  vout: fc.integer({ min: 0, max: 1 }),
  sats: fc.integer({ min: 1, max: 150_000 }),
  firstSeenAt: fc.integer({ min: 0, max: 20_000 }).map(at),
  state: fc.constantFrom("mempool", "confirmed", "replaced", "dropped", "reorged"),
  blockHeight: fc.integer({ min: 90, max: TIP }),
  seenByAll: fc.boolean(),
  rateCents: fc.option(fc.integer({ min: RATE / 2, max: RATE * 2 })),
  spends: fc.option(fc.uniqueArray(fc.constantFrom("a:0", "b:0", "c:0", "d:0"), { maxLength: 2 })),
});

/** An invoice over the first amount; the others of the list are unpaid. */
const invoiceFact = fc
  .record({
    paymentHash: fc.integer({ min: 0, max: 9 }).map((digit) => String(digit).repeat(64)),
    sats: fc.integer({ min: 1_000, max: 120_000 }),
    settledAt: fc.option(fc.integer({ min: 0, max: 10_000 }).map(at)),
    times: fc.constantFrom(0, 1, 1, 2),
  })
  .map(({ times, ...invoice }): InvoiceFact => ({
    ...invoice,
    paidMsat: invoice.settledAt && invoice.sats * times * 1000,
  }));
const situation = fc
  .record({
    invoices: fc.uniqueArray(invoiceFact, { maxLength: 3, selector: (i) => i.paymentHash }),
    priceCents: fc.constantFrom(299, 9_999, 10_000, 19_999),
    outputs: fc.uniqueArray(outputFact, { maxLength: 8, selector: (o) => `${o.txid}:${o.vout}` }),
    quotes: fc
      .array(
        fc.tuple(fc.integer({ min: 1_000, max: 120_000 }), fc.integer({ min: 0, max: 10_000 })),
        { maxLength: 3 },
      )
      .map((list) => list.map(([sats, lockedAt]) => quote(sats, lockedAt))),
    decisions: fc.array(decisionFact, { maxLength: 5 }).map(numbered),
    now: fc.integer({ min: 0, max: 30_000 }).map(at),
  })
  // Nothing is seen before it happens.
  .map((facts) => ({
    ...facts,
    outputs: facts.outputs.filter((output) => output.firstSeenAt <= facts.now),
  }));

describe("whatever the order of events", () => {
  test("and however often each is reported, the assessment is the same", () => {
    fc.assert(
      fc.property(situation, fc.nat(), ({ now, ...facts }, seed) => {
        const known = { ...facts, tipHeight: TIP, settledAt: null };
        const shuffled = {
          ...known,
          outputs: [...facts.outputs, ...facts.outputs].toSorted(
            (a, b) => ((a.sats * 31 + seed) % 7) - ((b.sats * 31 + seed) % 7),
          ),
          quotes: facts.quotes.toReversed(),
          invoices: [...facts.invoices, ...facts.invoices].toReversed(),
          decisions: [...facts.decisions, ...facts.decisions].toReversed(),
        };
        expect(assess(shuffled, policy, now)).toEqual(assess(known, policy, now));
      }),
    );
  });

  test("also of two amounts that were held at the same moment", () => {
    const quotes = [quote(1000, 0), quote(1001, 0)];
    const known = {
      priceCents: 299,
      outputs: [],
      invoices: [],
      decisions: [],
      tipHeight: TIP,
      settledAt: null,
    };
    expect(assess({ ...known, quotes: quotes.toReversed() }, policy, at(0))).toEqual(
      assess({ ...known, quotes }, policy, at(0)),
    );
  });

  test("a payment that is settled stays settled as blocks and time go by", () => {
    fc.assert(
      fc.property(
        situation,
        fc.nat({ max: 50 }),
        fc.nat({ max: 100_000 }),
        ({ now, ...facts }, blocks, seconds) => {
          const known = { ...facts, tipHeight: TIP, settledAt: null };
          const before = assess(known, policy, now).status;
          const after = assess(
            { ...known, tipHeight: TIP + blocks },
            policy,
            new Date(now.getTime() + seconds * 1000),
          ).status;
          if (before === "paid" || before === "overpaid")
            expect(["paid", "overpaid"]).toContain(after);
        },
      ),
    );
  });

  test("the figures add up", () => {
    fc.assert(
      fc.property(situation, ({ now, ...facts }) => {
        const result = assess({ ...facts, tipHeight: TIP, settledAt: null }, policy, now);
        const live = facts.outputs.filter((o) => o.state === "mempool" || o.state === "confirmed");
        const paid = facts.invoices.filter(({ settledAt }) => settledAt);
        const lightning = paid.reduce(
          (sum, i) => sum + Math.max(i.sats, (i.paidMsat ?? 0) / 1000),
          0,
        );
        expect(result.lightningSats).toBe(lightning);
        expect(result.receivedSats).toBe(live.reduce((sum, o) => sum + o.sats, 0) + lightning);
        expect(result.missingSats === 0 || result.excessSats === 0).toBe(true);
        if (result.status === "partial")
          expect(result.missingSats + result.receivedSats - result.refundedSats).toBe(
            Math.max(result.dueSats, result.receivedSats - result.refundedSats),
          );
        expect(result.reason !== null).toBe(result.status === "review");
      }),
    );
  });

  test("a decision that was taken back is as if it had never been made", () => {
    fc.assert(
      fc.property(situation, ({ now, decisions, ...facts }) => {
        const known = { ...facts, tipHeight: TIP, settledAt: null };
        const undone = new Set(decisions.map(({ undoes }) => undoes));
        const left = decisions.filter(({ id, kind }) => kind !== "undo" && !undone.has(id));
        expect(assess({ ...known, decisions }, policy, now)).toEqual(
          assess({ ...known, decisions: left }, policy, now),
        );
      }),
    );
  });

  test("what was accepted is settled as soon as it is deep enough, and only while it is there", () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 300_000 }), ({ now, ...facts }, sats) => {
        const decisions = decided({ kind: "accept", receivedSats: sats });
        const known = { ...facts, decisions, tipHeight: TIP + 10, settledAt: at(1) };
        const { status, receivedSats } = assess(known, policy, now);
        const waits = facts.outputs.some((o) => o.state === "mempool");
        if (facts.quotes.length > 0 && receivedSats >= sats && !waits)
          expect(["paid", "overpaid"]).toContain(status);
        const without = assess({ ...known, decisions: [] }, policy, now).status;
        if (receivedSats < sats) expect(status).toBe(without);
      }),
    );
  });
});
