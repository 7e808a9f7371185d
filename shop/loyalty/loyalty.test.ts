import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localDate } from "#lib/days.ts";
import {
  birthdayPoints,
  birthdaysOn,
  corrections,
  type CountedOrder,
  entriesFor,
  isWeekend,
  nextTierAt,
  type OrderEntry,
  pointsForOrder,
  referralReward,
  tierOf,
  tiers,
} from "./loyalty.ts";

const wednesday = new Date("2026-03-11T12:00:00Z");
const saturday = new Date("2026-03-14T12:00:00Z");
const cents = () => fc.nat({ max: 1_000_000_000 });
const zones = ["UTC", "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Niue"];
const zone = () => fc.constantFrom(...zones);
const moment = () =>
  fc.date({
    min: new Date("2000-01-01T00:00:00Z"),
    max: new Date("2100-01-01T00:00:00Z"),
    noInvalidDate: true,
  });

describe("tiers", () => {
  test.each([
    [-10, "bronze", 1000],
    [0, "bronze", 1000],
    [999, "bronze", 1000],
    [1000, "silver", 2500],
    [2499, "silver", 2500],
    [2500, "gold", 5000],
    [4999, "gold", 5000],
    [5000, "platinum", null],
    [1_000_000, "platinum", null],
  ])("%d points are %s, the next tier begins at %s", (points, tier, next) => {
    expect([tierOf(points), nextTierAt(points)]).toEqual([tier, next]);
  });

  test("more points never give a lower tier, and nextTierAt reaches the next tier", () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000 }), fc.nat({ max: 10_000 }), (a, b) => {
        const rank = (points: number) => tiers.indexOf(tierOf(points));
        expect(rank(Math.max(a, b))).toBeGreaterThanOrEqual(rank(Math.min(a, b)));
        const next = nextTierAt(a);
        if (next === null) return;
        expect(rank(next)).toBe(rank(a) + 1);
        expect(rank(next - 1)).toBe(rank(a));
      }),
    );
  });
});

describe("points for an order", () => {
  test.each([
    [0, 0],
    [99, 0],
    [100, 10],
    [1499, 140],
    [1500, 150],
  ])("%d cents are %d points, twice that on a weekend", (totalCents, points) => {
    expect(pointsForOrder({ totalCents, createdAt: wednesday }, "UTC")).toBe(points);
    expect(pointsForOrder({ totalCents, createdAt: saturday }, "UTC")).toBe(points * 2);
  });

  test.each([
    ["UTC", "2026-03-13T23:59:59.999Z", false],
    ["UTC", "2026-03-14T00:00:00.000Z", true],
    ["UTC", "2026-03-15T23:59:59.999Z", true],
    ["UTC", "2026-03-16T00:00:00.000Z", false],
    // Summer time began in New York on Sunday the 8th, so that this Saturday began at 4:00, not at 5:00.
    ["America/New_York", "2026-03-07T04:59:59.999Z", false],
    ["America/New_York", "2026-03-07T05:00:00.000Z", true],
    ["America/New_York", "2026-03-14T03:59:59.999Z", false],
    ["America/New_York", "2026-03-14T04:00:00.000Z", true],
    ["America/New_York", "2026-03-16T03:59:59.999Z", true],
    ["America/New_York", "2026-03-16T04:00:00.000Z", false],
    ["Pacific/Kiritimati", "2026-03-13T09:59:59.999Z", false],
    ["Pacific/Kiritimati", "2026-03-13T10:00:00.000Z", true],
    ["Asia/Kathmandu", "2026-03-13T18:14:59.999Z", false],
    ["Asia/Kathmandu", "2026-03-13T18:15:00.000Z", true],
  ])("in %s, %s is a weekend: %s", (timeZone, at, weekend) => {
    expect(isWeekend(new Date(at), timeZone)).toBe(weekend);
  });

  test("are whole tens that grow with the total, doubled when JavaScript says Saturday or Sunday", () => {
    fc.assert(
      fc.property(cents(), moment(), zone(), (totalCents, createdAt, timeZone) => {
        const day = createdAt.toLocaleDateString("en-US", { weekday: "long", timeZone });
        const factor = day === "Saturday" || day === "Sunday" ? 20 : 10;
        const points = pointsForOrder({ totalCents, createdAt }, timeZone);
        expect(points).toBe(((totalCents - (totalCents % 100)) / 100) * factor);
      }),
    );
  });
});

test("a referral is worth 5%, rounded half up to the cent", () => {
  expect([0, 9, 10, 29, 30, 1499, 1509, 1510, 100_000].map(referralReward)).toEqual([
    0, 0, 1, 1, 2, 75, 75, 76, 5000,
  ]);
  fc.assert(
    fc.property(cents(), (total) => {
      const twentieths = referralReward(total) * 20 - total;
      expect(twentieths).toBeGreaterThan(-10);
      expect(twentieths).toBeLessThanOrEqual(10);
    }),
  );
});

describe("birthdays", () => {
  const createdAt = new Date("2020-01-01T00:00:00Z");
  const points = (birthday: string | null, at: string, timeZone = "UTC") =>
    birthdayPoints({ birthday, createdAt }, new Date(at), timeZone);

  test("the day begins and ends by the shop's time zone", () => {
    expect(points("1990-03-14", "2026-03-13T23:59:59.999Z")).toBe(0);
    expect(points("1990-03-14", "2026-03-14T00:00:00Z")).toBe(100);
    expect(points("1990-03-14", "2026-03-14T23:59:59.999Z")).toBe(100);
    expect(points("1990-03-14", "2026-03-15T00:00:00Z")).toBe(0);
    expect(points("1990-03-14", "2026-03-14T03:59:59Z", "America/New_York")).toBe(0);
    expect(points("1990-03-14", "2026-03-15T03:59:59Z", "America/New_York")).toBe(100);
    expect(points("1990-01-01", "2025-12-31T10:00:00Z", "Pacific/Kiritimati")).toBe(100);
    expect(points(null, "2026-03-14T00:00:00Z")).toBe(0);
  });

  test("29 February is celebrated on 1 March in common years, never twice", () => {
    expect(points("2004-02-29", "2028-02-29T12:00:00Z")).toBe(100);
    expect(points("2004-02-29", "2028-03-01T12:00:00Z")).toBe(0);
    expect(points("2004-02-29", "2027-02-28T12:00:00Z")).toBe(0);
    expect(points("2004-02-29", "2027-03-01T12:00:00Z")).toBe(100);
    expect(points("2004-03-01", "2027-03-01T12:00:00Z")).toBe(100);
    expect(birthdaysOn("2000-03-01")).toEqual(["03-01"]);
    expect(birthdaysOn("2100-03-01")).toEqual(["03-01", "02-29"]);
  });

  test("every birthday is celebrated on one day of every year", () => {
    const birthday = fc.integer({ min: 0, max: 365 }).map((day) => dayOf(2000, day).slice(5));
    fc.assert(
      fc.property(birthday, fc.integer({ min: 1970, max: 2200 }), (birthday, year) => {
        const days = Array.from({ length: 366 }, (_, day) => dayOf(year, day))
          .filter((day) => day.startsWith(String(year)))
          .filter((day) => birthdaysOn(day).includes(birthday));
        expect(days).toHaveLength(1);
      }),
    );
  });

  test("an account created today in the shop's time zone gets no points", () => {
    const made = (at: string) =>
      birthdayPoints(
        { birthday: "1990-03-14", createdAt: new Date(at) },
        new Date("2026-03-14T20:00:00Z"),
        "America/New_York",
      );
    expect(made("2026-03-14T03:59:59.999Z")).toBe(100);
    expect(made("2026-03-14T04:00:00.000Z")).toBe(0);
  });
});

test("a day follows the calendar of the time zone", () => {
  fc.assert(
    fc.property(moment(), zone(), (at, timeZone) => {
      expect(localDate(at, timeZone)).toBe(at.toLocaleDateString("sv-SE", { timeZone }));
    }),
  );
});

describe("entries for the orders of an email", () => {
  const order = (id: string, values: Partial<CountedOrder> = {}): CountedOrder => ({
    id,
    status: "completed",
    totalCents: 2000,
    isSale: true,
    keptCents: 2000,
    createdAt: wednesday,
    deletedAt: null,
    ...values,
  });
  const registeredAt = new Date("2026-03-01T12:00:00Z");
  const kim = { buyerId: "kim", referral: { referrerId: "ada", registeredAt } };
  const nobody = { buyerId: null, referral: null };
  const entry = { kind: "order", points: 200, cents: 0 };
  const points = (orderId: string) => ({ ...entry, userId: "kim", orderId });
  const earned = { kind: "referral", points: 0, cents: 100 };
  const reward = (orderId: string) => ({ ...earned, userId: "ada", orderId });

  test("are empty without an account, without orders, or for orders that do not count", () => {
    expect(entriesFor([order("A")], nobody, "UTC")).toEqual([]);
    expect(entriesFor([], kim, "UTC")).toEqual([]);
    const other = [
      order("A", { status: "pending" }),
      order("B", { status: "processing" }),
      order("C", { status: "rejected" }),
      order("D", { deletedAt: wednesday }),
      order("E", { isSale: false, keptCents: 0 }),
    ];
    expect(entriesFor(other, kim, "UTC")).toEqual([]);
  });

  test("are points for each, and the reward for the earliest completed one", () => {
    const early = order("B", { createdAt: new Date("2026-03-10T12:00:00Z") });
    expect(entriesFor([order("A"), early], kim, "UTC")).toEqual([
      points("B"),
      points("A"),
      reward("B"),
    ]);
    const rejected = { ...early, status: "rejected" as const };
    expect(entriesFor([order("A"), rejected], kim, "UTC")).toEqual([points("A"), reward("A")]);
    expect(entriesFor([order("B"), order("A")], kim, "UTC")).toContainEqual(reward("A"));
  });

  test("follow what was kept, what a refund takes away being an entry of its own", () => {
    expect(entriesFor([order("A", { keptCents: 1899 })], kim, "UTC")).toEqual([
      points("A"),
      { ...points("A"), kind: "refund", points: -20 },
      reward("A"),
      { ...reward("A"), kind: "referral-refund", cents: -5 },
    ]);
  });

  test("are a reward only for orders since the registration, also without the account", () => {
    const early = order("B", { createdAt: new Date("2026-02-27T12:00:00Z") });
    expect(entriesFor([order("A"), early], kim, "UTC")).toEqual([
      points("B"),
      points("A"),
      reward("A"),
    ]);
    const gone = { ...kim, buyerId: null };
    expect(entriesFor([order("A"), early], gone, "UTC")).toEqual([reward("A")]);
    expect(entriesFor([early], gone, "UTC")).toEqual([]);
  });

  test("users are not rewarded for referring themselves", () => {
    const self = { buyerId: "kim", referral: { referrerId: "kim", registeredAt } };
    expect(entriesFor([order("A")], self, "UTC")).toEqual([points("A")]);
  });
});

test("corrections bring any ledger to the expected sums, and are then empty", () => {
  const entry = fc.record({
    userId: fc.constantFrom("ada", "kim"),
    kind: fc.constantFrom("order" as const, "referral" as const),
    orderId: fc.constantFrom("A", "B", "C"),
    points: fc.integer({ min: -50, max: 50 }),
    cents: fc.integer({ min: -50, max: 50 }),
  });
  const sum = (entries: OrderEntry[], { userId, kind, orderId }: OrderEntry) => {
    const same = entries.filter(
      (other) => other.userId === userId && other.kind === kind && other.orderId === orderId,
    );
    return [
      same.reduce((total, { points }) => total + points, 0),
      same.reduce((total, { cents }) => total + cents, 0),
    ];
  };
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), (wanted, held) => {
      const after = [...held, ...corrections(wanted, held)];
      for (const one of [...wanted, ...held]) expect(sum(after, one)).toEqual(sum(wanted, one));
      expect(corrections(wanted, after)).toEqual([]);
    }),
  );
});

function dayOf(year: number, day: number): string {
  return new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
}
