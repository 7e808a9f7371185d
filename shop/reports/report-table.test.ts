import { expect, test } from "vitest";
import { planCalendar } from "./calendar.ts";
import { barsOf, type Report, summaryOf } from "./report.ts";
import { tableOfReport } from "./report-table.ts";

const sums = (orders: number, salesCents: number) => ({ orders, salesCents, visits: 10 });

test("the figures of a report are a table, with the days that only one of both months has", () => {
  const today = "2026-11-27";
  const period = { kind: "calendar", year: 2026, month: 2, against: "before" } as const;
  const { buckets, before, calendar, ...plan } = planCalendar(period, today);
  const days = buckets.map((_, index) => sums(1, index === 0 ? 1499 : 0));
  const daysBefore = (calendar?.bucketsBefore ?? []).map(() => sums(2, 100));
  const money = {
    methods: [{ method: "lightning", orders: 1, cents: 1499 }],
    refunds: [
      { method: "bitcoin", unit: "sats", count: 1, amount: 12_000 },
      { method: "credit", unit: "USD", count: 2, amount: 550 },
    ],
    bitcoin: { chainSats: 0, lightningSats: 15_388 },
    reductions: { couponCents: 225, creditCents: 0, refundedCents: 0 },
  };
  const none = {
    ...{ methods: [], refunds: [], bitcoin: { chainSats: 7, lightningSats: 0 } },
    reductions: { couponCents: 0, creditCents: 0, refundedCents: 0 },
  };
  const report: Report = {
    ...{ from: plan.from, to: plan.to, against: plan.against, unit: plan.unit, today, calendar },
    firstDay: "2026-01-01",
    bars: barsOf(buckets, days, today),
    summary: summaryOf(days, { before: daysBefore, rest: null, hasEarlier: true }),
    customers: { total: 3, new: 2, returning: 1 },
    packages: [{ id: "2", goods: { coins: 350 }, orders: 28, cents: 1499 }],
    money,
    waits: { orders: 4, medianMinutes: 12.34, p95Minutes: 60 },
    before: {
      ...before,
      bars: barsOf(calendar?.bucketsBefore ?? [], daysBefore, today),
      money: none,
      waits: null,
    },
  };
  const { head, rows } = tableOfReport(report);
  expect(head).toEqual([
    "Section",
    "Figure",
    "Unit",
    "1 to 28 February 2026",
    "Before: 1 to 31 January 2026",
  ]);
  expect(rows.slice(0, -31)).toEqual([
    ["Sales Summary", "Total Revenue", "USD", 14.99, 31],
    ["Sales Summary", "Total Orders", "orders", 28, 62],
    ["Sales Summary", "Average Order Value", "USD", 0.54, 0.5],
    ["Sales Summary", "Conversion Rate", "percent", 10, 20],
    ["Coupons and Credit", "Gross Sales", "USD", 17.24, 31],
    ["Coupons and Credit", "Coupons", "USD", 2.25, 0],
    ["Coupons and Credit", "Credit Used", "USD", 0, 0],
    ["Revenue by Payment Method", "Bitcoin (Lightning)", "USD", 14.99, 0],
    ["Refunds", "Bitcoin", "sats", 12_000, 0],
    ["Refunds", "To Credit", "USD", 5.5, 0],
    ["Bitcoin Received", "On-chain", "sats", 0, 7],
    ["Bitcoin Received", "Lightning", "sats", 15_388, 0],
    ["Delivery", "Median Wait", "minutes", 12.3, null],
    ["Delivery", "95% Within", "minutes", 60, null],
    ["Delivery", "Orders Delivered", "orders", 4, 0],
    ["Customer Statistics", "Total", "customers", 3, null],
    ["Customer Statistics", "New, one order", "customers", 2, null],
    ["Customer Statistics", "Returning, more than one order", "customers", 1, null],
    ["Popular Packages", "350 coins", "orders", 28, null],
  ]);
  const bars = rows.slice(-31);
  expect(bars[0]).toEqual(["Revenue Overview", "1 February 2026", "USD", 14.99, 1]);
  expect(bars.at(-1)).toEqual(["Revenue Overview", "31 January 2026", "USD", null, 1]);
});
