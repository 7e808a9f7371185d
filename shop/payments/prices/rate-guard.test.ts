import { expect, test } from "vitest";
import { addSeconds } from "#lib/time.ts";
import type { PriceSourceName, Rate } from "./rate.ts";
import { RateGuard } from "./rate-guard.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (minutes: number) => addSeconds(start, minutes * 60);
const names: PriceSourceName[] = ["kraken", "coinbase", "bitstamp"];
const rate = (rateCents: number, sources: number): Rate => {
  return { rateCents, sources: names.slice(0, sources), at: start };
};

test("one remaining source is no rate where two have to agree", () => {
  const guard = new RateGuard(2);
  expect(guard.check(rate(10_000_000, 1), start)).toBeNull();
  expect(guard.check(rate(10_000_000, 2), start)).toMatchObject({ rateCents: 10_000_000 });
  expect(guard.check(null, start)).toBeNull();
});

test.each([7_900_000, 12_100_000])(
  "a jump to %i within an hour needs three sources",
  (rateCents) => {
    const guard = new RateGuard(2);
    guard.record(rate(10_000_000, 2), start);
    expect(guard.check(rate(rateCents, 2), at(59))).toBeNull();
    expect(guard.check(rate(rateCents, 3), at(59))).not.toBeNull();
    expect(guard.check(rate(rateCents, 2), at(61))).not.toBeNull();
  },
);

test("20 % within an hour is a usual move, also in small steps", () => {
  const guard = new RateGuard(2);
  for (const [minute, rateCents] of [10_000_000, 10_900_000, 11_800_000].entries()) {
    expect(guard.check(rate(rateCents, 2), at(minute))).not.toBeNull();
    guard.record(rate(rateCents, 2), at(minute));
  }
  // Less than a tenth above the last rate, and more than a fifth above the first one of this hour.
  expect(guard.check(rate(12_500_000, 2), at(4))).toBeNull();
});

test("after a confirmed jump two sources suffice at the new level", () => {
  const guard = new RateGuard(2);
  guard.record(rate(10_000_000, 3), start);
  guard.record(rate(20_000_000, 3), at(1));
  expect(guard.check(rate(20_100_000, 2), at(2))).not.toBeNull();
  expect(guard.check(rate(10_000_000, 2), at(2))).toBeNull();
});

test("a minimum of one accepts every rate", () => {
  const guard = new RateGuard(1);
  guard.record(rate(10_000_000, 1), start);
  expect(guard.check(rate(100_000_000, 1), at(1))).not.toBeNull();
});
