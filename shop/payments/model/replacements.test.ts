import fc from "fast-check";
import { expect, test } from "vitest";
import { isLive, type OutputFact } from "./payment.ts";
import { withReplacedTimes } from "./replacements.ts";
import { runs } from "../../../tests/runs.ts";

const start = Date.parse("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start + seconds * 1000);

function output(txid: string, spends: string[] | null, over: Partial<OutputFact> = {}): OutputFact {
  return {
    txid,
    vout: 0,
    sats: 100,
    firstSeenAt: at(0),
    state: "mempool",
    blockHeight: null,
    seenByAll: true,
    rateCents: null,
    spends,
    ...over,
  };
}
const gone = (txid: string, spends: string[] | null, over: Partial<OutputFact> = {}) =>
  output(txid, spends, { state: "replaced", ...over });
/** The seconds from which each live output counts. */
const times = (outputs: readonly OutputFact[]) =>
  Object.fromEntries(
    withReplacedTimes(outputs)
      .filter(isLive)
      .map(({ txid, vout, firstSeenAt }) => [
        vout === 0 ? txid : `${txid}:${vout}`,
        (firstSeenAt.getTime() - start) / 1000,
      ]),
  );

const late = { firstSeenAt: at(900) };

test.each<[string, OutputFact[], Record<string, number>]>([
  ["a fee bump", [gone("a", ["x"]), output("b", ["x"], late)], { b: 0 }],
  ["with one more input", [gone("a", ["x"]), output("b", ["w", "x"], late)], { b: 0 }],
  [
    "bumped twice, with other inputs each time",
    [gone("a", ["x"]), gone("b", ["x", "y"], { firstSeenAt: at(500) }), output("c", ["y"], late)],
    { c: 0 },
  ],
  [
    "that left the mempool",
    [gone("a", ["x"], { state: "dropped" }), output("b", ["x"], late)],
    { b: 0 },
  ],
  ["of less", [gone("a", ["x"]), output("b", ["x"], { ...late, sats: 99 })], { b: 0 }],
  ["of more", [gone("a", ["x"]), output("b", ["x"], { ...late, sats: 101 })], { b: 900 }],
  ["of another coin", [gone("a", ["x"]), output("b", ["y"], late)], { b: 900 }],
  ["of unknown coins", [gone("a", null), output("b", null, late)], { b: 900 }],
  ["of a payment that is there", [output("a", ["x"]), output("b", ["x"], late)], { a: 0, b: 900 }],
  ["of a later one", [gone("a", ["x"], late), output("b", ["x"])], { b: 0 }],
  [
    "split into two that pay as much together",
    [
      gone("a", ["x", "y"]),
      output("b", ["x"], { ...late, sats: 50 }),
      output("c", ["y"], { ...late, sats: 50 }),
    ],
    { b: 0, c: 0 },
  ],
  [
    "split into two of its amount: only the first",
    [gone("a", ["x", "y"]), output("b", ["x"], late), output("c", ["y"], late)],
    { b: 0, c: 900 },
  ],
  [
    "of two outputs",
    [
      gone("a", ["x"]),
      gone("a", ["x"], { vout: 1 }),
      output("b", ["x"], late),
      output("b", ["x"], { ...late, vout: 1 }),
    ],
    { b: 0, "b:1": 0 },
  ],
])("a replacement %s", (_, outputs, expected) => {
  expect(times(outputs)).toEqual(expected);
  expect(times(outputs.toReversed())).toEqual(expected);
});

const outputs = fc.uniqueArray(
  fc
    .record({
      txid: fc.constantFrom("a", "b", "c", "d", "e"),
      vout: fc.nat({ max: 1 }),
      sats: fc.integer({ min: 1, max: 5 }),
      firstSeenAt: fc.nat({ max: 9 }).map(at),
      state: fc.constantFrom<OutputFact["state"]>("mempool", "confirmed", "replaced", "dropped"),
      spends: fc.option(fc.uniqueArray(fc.constantFrom("x", "y", "z"), { maxLength: 2 })),
    })
    .map(({ txid, spends, ...over }) => output(txid, spends, over)),
  { maxLength: 8, selector: ({ txid, vout }) => `${txid}:${vout}` },
);

const isBy = (time: Date, one: OutputFact) => one.firstSeenAt <= time;
const total = (those: readonly OutputFact[]) => those.reduce((sum, { sats }) => sum + sats, 0);
const key = ({ txid, vout }: OutputFact) => `${txid}:${vout}`;

test("only times change, to earlier ones, and never more money counts from a time than was seen by then", () => {
  fc.assert(
    fc.property(outputs, (given) => {
      const counted = withReplacedTimes(given);
      expect(times(given.toReversed())).toEqual(times(given));
      expect(counted.map(key).toSorted()).toEqual(given.map(key).toSorted());
      for (const original of given) {
        const one = counted.find((other) => key(other) === key(original)) ?? original;
        expect({ ...one, firstSeenAt: original.firstSeenAt }).toEqual(original);
        expect(one.firstSeenAt <= original.firstSeenAt).toBe(true);
        const inTime = counted.filter((other) => isLive(other) && isBy(one.firstSeenAt, other));
        const seen = given.filter((other) => isBy(one.firstSeenAt, other));
        expect(total(inTime)).toBeLessThanOrEqual(total(seen));
      }
    }),
    { numRuns: runs(1_000) },
  );
});

test("without a coin in common nothing is a replacement", () => {
  fc.assert(
    fc.property(outputs, (given) => {
      const unrelated = given.map((one) => (isLive(one) ? { ...one, spends: [key(one)] } : one));
      expect(times(unrelated)).toEqual(times(unrelated.filter(isLive)));
    }),
  );
});
