import { describe, expect, test } from "vitest";
import { satsForCents } from "#lib/money.ts";
import { defaultSettings } from "../settings/settings.ts";
import { bitcoinLimits } from "./amount-limits.ts";
import { leastPayable, offersOf, payableOffers } from "./methods.ts";

const card = { method: "stripe", limits: { leastCents: 50, mostCents: 99_999_999 } } as const;
const rateOf = (rateCents: number) => ({ rateCents, sources: [], at: new Date(0) });
const settings = {
  ...defaultSettings,
  ...{ stripeEnabled: true, bankTransferEnabled: true },
  ...{ accountName: "Coin Shop", iban: "DE89370400440532013000" },
};

describe("the least amount in Bitcoin", () => {
  test.each([
    [294, 10_000_000],
    [294, 6_500_000],
    [546, 3_241_977],
    [546, 123],
    [294, 100_000_000_00],
  ])(
    "is the first of which the network relays the output: %d sats at %d",
    (dustSats, rateCents) => {
      const { leastCents } = bitcoinLimits({
        ...{ rate: rateOf(rateCents), marginPercent: 0, dustSats, hasLightning: false },
      });
      expect(satsForCents(leastCents, rateCents)).toBeGreaterThanOrEqual(dustSats);
      if (leastCents > 1) expect(satsForCents(leastCents - 1, rateCents)).toBeLessThan(dustSats);
    },
  );

  test("is any by Lightning, or while no rate is known", () => {
    const known = { rate: rateOf(10_000_000), marginPercent: 0, dustSats: 294 };
    expect(bitcoinLimits({ ...known, hasLightning: true }).leastCents).toBe(1);
    expect(bitcoinLimits({ ...known, rate: null, hasLightning: false }).leastCents).toBe(1);
  });
});

describe("offers by amount", () => {
  const bitcoin = { leastCents: 30, mostCents: null };
  const offers = offersOf(settings, { hosted: [card], walletConfirmed: true, bitcoin });
  const methodsFor = (cents: number) => payableOffers(offers, cents).map(({ method }) => method);

  test.each([
    [0, ["stripe", "bitcoin", "bank_transfer"]],
    [3, ["bank_transfer"]],
    [29, ["bank_transfer"]],
    [30, ["bitcoin", "bank_transfer"]],
    [49, ["bitcoin", "bank_transfer"]],
    [50, ["stripe", "bitcoin", "bank_transfer"]],
    [99_999_999, ["stripe", "bitcoin", "bank_transfer"]],
    [100_000_000, ["bitcoin", "bank_transfer"]],
  ])("of %d cents", (cents, methods) => {
    expect(methodsFor(cents)).toEqual(methods);
  });

  test("credit leaves no less than one of them takes", () => {
    expect(leastPayable(offers)).toBe(1);
    expect(leastPayable(offers.filter(({ method }) => method !== "bank_transfer"))).toBe(30);
  });
});
