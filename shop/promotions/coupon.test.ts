import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueCents } from "../checkouts/price.ts";
import { runs } from "../../tests/runs.ts";
import {
  type Coupon,
  couponCents,
  couponText,
  type CouponUse,
  isCode,
  normalizeCode,
  refusalText,
  refuseCoupon,
} from "./coupon.ts";
import { couponTexts, parseCouponForm } from "./coupon-form.ts";

const spring: Coupon = {
  code: "SPRING15",
  kind: "percent",
  percent: 15,
  cents: null,
  startsOn: null,
  endsOn: null,
  minimumCents: 0,
  packageIds: null,
  totalLimit: null,
  customerLimit: null,
  firstOrderOnly: false,
  active: true,
  version: 1,
};

const use: CouponUse = {
  package: { id: "2", priceCents: 1499 },
  today: "2026-11-20",
  uses: 0,
  customerUses: 0,
  customerOrders: 0,
};

const coupon: fc.Arbitrary<Coupon> = fc
  .record({
    kind: fc.constantFrom("percent" as const, "fixed" as const),
    percent: fc.integer({ min: 1, max: 100 }),
    fixed: fc.integer({ min: 1, max: 10_000_000 }),
    cap: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
    totalLimit: fc.option(fc.integer({ min: 1, max: 5 })),
    customerLimit: fc.option(fc.integer({ min: 1, max: 3 })),
    startsOn: fc.constantFrom(null, "2026-11-19", "2026-11-20", "2026-11-21"),
    endsOn: fc.constantFrom(null, "2026-11-21", "2026-11-22"),
    minimumCents: fc.integer({ min: 0, max: 3000 }),
    packageIds: fc.constantFrom(null, ["2"], ["3", "4"]),
    firstOrderOnly: fc.boolean(),
  })
  .map(({ kind, percent, fixed, cap, ...values }) => ({
    ...spring,
    ...values,
    kind,
    percent: kind === "percent" ? percent : null,
    cents: kind === "percent" ? cap : fixed,
  }));

describe("what a coupon takes off", () => {
  test.each([
    [{}, 1499, 225, "15%"],
    // 1499 × 0.50 = 749.5, rounded half up.
    [{ percent: 50 }, 1499, 750, "50%"],
    [{ percent: 10 }, 14, 1, "10%"],
    [{ percent: 10 }, 15, 2, "10%"],
    [{ percent: 100 }, 1499, 1499, "100%"],
    [{ percent: 50, cents: 500 }, 1499, 500, "50%, at most $5.00"],
    [{ percent: 10, cents: 500 }, 1499, 150, "10%, at most $5.00"],
    [{ kind: "fixed", percent: null, cents: 500 }, 1499, 500, "$5.00"],
    [{ kind: "fixed", percent: null, cents: 5000 }, 1499, 1499, "$50.00"],
  ] as const)("%j of %i cents is %i", (over, priceCents, cents, text) => {
    expect(couponCents({ ...spring, ...over }, priceCents)).toBe(cents);
    expect(couponText({ ...spring, ...over })).toBe(text);
  });

  test("is whole cents, at most the cap and the price, so that nothing is due below zero", () => {
    const price = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(coupon, price, fc.integer({ min: 0, max: 20_000_000 }), (any, cents, credit) => {
        const off = couponCents(any, cents);
        expect(Number.isSafeInteger(off)).toBe(true);
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(Math.min(cents, any.cents ?? cents));
        if (any.kind === "percent" && any.cents === null)
          expect(Math.abs(off - (cents * (any.percent ?? 0)) / 100)).toBeLessThanOrEqual(0.5);
        const priced = { package: { priceCents: cents }, couponCents: off };
        expect(dueCents({ ...priced, creditCents: 0 })).toBe(cents - off);
        expect(dueCents({ ...priced, creditCents: credit })).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe("a coupon is refused", () => {
  test.each([
    [{ active: false }, {}, "ended", "The code SPRING15 has ended."],
    [{ endsOn: "2026-11-19" }, {}, "ended", "The code SPRING15 was valid until 19 Nov 2026."],
    [{ endsOn: "2026-11-20" }, {}, null, null],
    [
      { startsOn: "2026-11-21" },
      {},
      "not-started",
      "The code SPRING15 is valid from 21 Nov 2026 on.",
    ],
    [{ startsOn: "2026-11-20" }, {}, null, null],
    [
      { packageIds: ["3"] },
      {},
      "other-package",
      "The code SPRING15 does not apply to this package.",
    ],
    [{ packageIds: ["3", "2"] }, {}, null, null],
    [
      { minimumCents: 1500 },
      {},
      "minimum",
      "The code SPRING15 applies to packages from $15.00 on.",
    ],
    [{ minimumCents: 1499 }, {}, null, null],
    [
      { percent: 1 },
      { package: { id: "9", priceCents: 40 } },
      "minimum",
      "The code SPRING15 takes nothing off this price.",
    ],
    [
      { firstOrderOnly: true },
      { customerOrders: 1 },
      "not-first-order",
      "The code SPRING15 is for a first order, and there is one with this email already.",
    ],
    [{ firstOrderOnly: true }, {}, null, null],
    [
      { customerLimit: 1 },
      { customerUses: 1 },
      "customer-limit",
      "You have used the code SPRING15 already.",
    ],
    [
      { customerLimit: 2 },
      { customerUses: 2 },
      "customer-limit",
      "You have used the code SPRING15 as often as it allows, 2 times.",
    ],
    [{ customerLimit: 2 }, { customerUses: 1 }, null, null],
    [{ totalLimit: 3 }, { uses: 3 }, "used-up", "The code SPRING15 has been used up."],
    [{ totalLimit: 3 }, { uses: 2 }, null, null],
  ] as const)("%j for %j: %s", (over, known, refusal, text) => {
    const any = { ...spring, ...over };
    expect(refuseCoupon(any, { ...use, ...known })).toBe(refusal);
    if (refusal) expect(refusalText(refusal, any)).toBe(text);
  });
});

test.each([
  [" spring15 ", "SPRING15", true],
  ["spring 15", "SPRING15", true],
  ["ab", "AB", false],
  ["a-1", "A-1", true],
  ["ÄÖÜ", "ÄÖÜ", false],
  ["a".repeat(33), "A".repeat(33), false],
])("%j is the code %j", (typed, code, valid) => {
  expect(normalizeCode(typed)).toBe(code);
  expect(isCode(normalizeCode(typed))).toBe(valid);
});

describe("the form of a coupon", () => {
  const typed = { ...couponTexts(spring), code: "spring15" };
  const formOf = (texts: Record<string, string | readonly string[]>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(texts))
      for (const text of [value].flat()) form.append(name, text);
    return form;
  };

  test("takes what it shows of any coupon", () => {
    fc.assert(
      fc.property(coupon, (any) => {
        const read = parseCouponForm(formOf(couponTexts(any)));
        expect(read).toEqual({
          ok: true,
          value: { ...any, active: undefined, version: undefined },
        });
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([
    [{ code: "A" }, "code", "A code has 3 to 32 letters A–Z, digits and hyphens"],
    [{ percent: "0" }, "percent", "Enter a whole number from 1 to 100"],
    [{ percent: "12.5" }, "percent", "Enter a whole number from 1 to 100"],
    [{ kind: "fixed", amount: "" }, "amount", "Enter an amount such as 9.99"],
    [{ cap: "0" }, "cap", "The cap is between $0.01 and $100,000.00"],
    [{ totalLimit: "0" }, "totalLimit", "Enter a whole number from 1 on, or leave it empty"],
    [
      { startsOn: "2026-12-02", endsOn: "2026-12-01" },
      "endsOn",
      "The last day is before the first",
    ],
  ])("refuses %j", (over, field, message) => {
    expect(parseCouponForm(formOf({ ...typed, ...over }))).toEqual({
      ok: false,
      error: { [field]: message },
    });
  });
});
