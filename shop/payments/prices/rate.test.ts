import fc from "fast-check";
import { expect, test } from "vitest";
import { applyMargin, medianRate, type PriceSample, type PriceSourceName } from "./rate.ts";

const now = new Date("2026-11-20T08:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const sample = (source: PriceSourceName, rateCents: number, seconds = 0): PriceSample => ({
  source,
  rateCents,
  at: ago(seconds),
});
const rate = (samples: PriceSample[]) => medianRate(samples, now, 600);

test("the median of those that answered, with their names and the age of the oldest", () => {
  const samples = [
    sample("kraken", 9_741_000, 5),
    sample("coinbase", 9_742_000, 30),
    sample("bitstamp", 9_740_000),
  ];
  expect(rate(samples)).toEqual({
    rateCents: 9_741_000,
    sources: ["bitstamp", "coinbase", "kraken"],
    at: ago(30),
  });
});

test("an answer ten minutes old still counts, a second older does not", () => {
  expect(rate([sample("kraken", 9_741_000, 600)])?.rateCents).toBe(9_741_000);
  expect(rate([sample("kraken", 9_741_000, 601)])).toBeNull();
  expect(rate([])).toBeNull();
});

test("a ten-fold outlier is left out", () => {
  const samples = [
    sample("kraken", 9_741_000),
    sample("coinbase", 97_410_000),
    sample("mempool", 9_745_000),
  ];
  expect(rate(samples)).toMatchObject({ rateCents: 9_743_000, sources: ["kraken", "mempool"] });
});

test("two sources that disagree are both refused", () => {
  expect(rate([sample("kraken", 9_741_000), sample("coinbase", 97_410_000)])).toBeNull();
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5])("%d is never a rate", (rateCents) => {
  expect(rate([sample("kraken", rateCents)])).toBeNull();
});

test("the rate is always within what the sources say, whatever their order", () => {
  const names = ["kraken", "coinbase", "bitstamp", "coingecko", "mempool"] as const;
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50_000_000 }), { minLength: 1, maxLength: 5 }),
      (rates) => {
        const samples = rates.map((rateCents, i) => sample(names[i] ?? "kraken", rateCents));
        const result = rate(samples);
        expect(rate(samples.toReversed())).toEqual(result);
        if (result) {
          expect(result.rateCents).toBeGreaterThanOrEqual(Math.min(...rates));
          expect(result.rateCents).toBeLessThanOrEqual(Math.max(...rates));
        }
      },
    ),
  );
});

test("a margin lowers the rate by exactly its part, rounded up to the cent", () => {
  const lower = (rateCents: number, percent: number) =>
    applyMargin({ rateCents, sources: ["kraken"], at: now }, percent);
  expect(lower(10_000_000, 1.5)).toEqual({
    rateCents: 9_850_000,
    marginBasisPoints: 150,
    sources: ["kraken"],
    at: now,
  });
  expect(lower(9_741_261, 0.01)).toMatchObject({ rateCents: 9_740_287, marginBasisPoints: 1 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e14 }),
      fc.integer({ min: 0, max: 2000 }),
      (market, basisPoints) => {
        const { rateCents, marginBasisPoints } = lower(market, basisPoints / 100);
        expect(marginBasisPoints).toBe(basisPoints);
        const lowered = BigInt(rateCents);
        const exact = BigInt(market) * BigInt(10_000 - basisPoints);
        expect(lowered * 10_000n).toBeGreaterThanOrEqual(exact);
        expect((lowered - 1n) * 10_000n).toBeLessThan(exact);
        expect(lowered).toBeGreaterThan(0n);
        if (basisPoints === 0) expect(rateCents).toBe(market);
      },
    ),
  );
});
