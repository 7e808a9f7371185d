import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assess,
  defaultPaymentPolicy,
  type OutputFact,
  type PaymentFacts,
  type QuoteFact,
} from "./payment.ts";

const policy = defaultPaymentPolicy;
const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const quote = (sats = 100_000, lockedAt = 0): QuoteFact => ({
  sats,
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
    ...over,
  };
}
const confirmed = (sats: number, depth = 1, over: Partial<OutputFact> = {}) =>
  output(sats, { state: "confirmed", blockHeight: TIP - depth + 1, ...over });

function statusOf(outputs: OutputFact[], over: Partial<PaymentFacts> = {}, now = at(120)) {
  return assess(
    { priceCents: 1499, quotes: [quote()], outputs, tipHeight: TIP, settledAt: null, ...over },
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

  test("from 100 USD on two confirmations are asked for", () => {
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

const outputFact: fc.Arbitrary<OutputFact> = fc.record({
  txid: fc.integer({ min: 0, max: 6 }).map((n) => String(n).padStart(64, "0")),
  vout: fc.integer({ min: 0, max: 1 }),
  sats: fc.integer({ min: 1, max: 150_000 }),
  firstSeenAt: fc.integer({ min: 0, max: 20_000 }).map(at),
  state: fc.constantFrom("mempool", "confirmed", "replaced", "dropped", "reorged"),
  blockHeight: fc.integer({ min: 90, max: TIP }),
});

const situation = fc
  .record({
    priceCents: fc.constantFrom(299, 9_999, 10_000, 19_999),
    outputs: fc.uniqueArray(outputFact, { maxLength: 8, selector: (o) => `${o.txid}:${o.vout}` }),
    quotes: fc
      .array(
        fc.tuple(fc.integer({ min: 1_000, max: 120_000 }), fc.integer({ min: 0, max: 10_000 })),
        { maxLength: 3 },
      )
      .map((list) => list.map(([sats, lockedAt]) => quote(sats, lockedAt))),
    now: fc.integer({ min: 0, max: 30_000 }).map(at),
  })
  // Nothing is seen before it happens.
  .map((facts) => ({
    ...facts,
    outputs: facts.outputs.filter((output) => output.firstSeenAt <= facts.now),
  }));

describe("whatever the order of events", () => {
  test("and however often each is told, the answer is the same", () => {
    fc.assert(
      fc.property(situation, fc.nat(), ({ now, ...facts }, seed) => {
        const known = { ...facts, tipHeight: TIP, settledAt: null };
        const shuffled = {
          ...known,
          outputs: [...facts.outputs, ...facts.outputs].toSorted(
            (a, b) => ((a.sats * 31 + seed) % 7) - ((b.sats * 31 + seed) % 7),
          ),
          quotes: facts.quotes.toReversed(),
        };
        expect(assess(shuffled, policy, now)).toEqual(assess(known, policy, now));
      }),
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
        expect(result.receivedSats).toBe(live.reduce((sum, o) => sum + o.sats, 0));
        expect(result.missingSats === 0 || result.excessSats === 0).toBe(true);
        if (result.status === "partial")
          expect(result.missingSats + result.receivedSats).toBe(result.dueSats);
        expect(result.reason !== null).toBe(result.status === "review");
      }),
    );
  });
});
