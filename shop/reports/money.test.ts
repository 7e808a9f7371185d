import { expect, test } from "vitest";
import {
  compareRefunds,
  compareSales,
  countedMethodText,
  type Money,
  refundedToCredit,
  salesWithoutRest,
  sentBackIn,
} from "./money.ts";

const money = (part: Partial<Money>): Money => ({
  methods: [],
  refunds: [],
  bitcoin: { chainSats: 0, lightningSats: 0 },
  reductions: { couponCents: 0, creditCents: 0, refundedCents: 0 },
  ...part,
});

test("sales without the rest of a day are sorted by revenue, and none are left out but those of nothing", () => {
  const sales = [
    { method: "bitcoin", orders: 2, cents: 500 },
    { method: "paypal", orders: 1, cents: 700 },
    { method: "stripe", orders: 3, cents: 900 },
  ];
  const rest = [
    { method: "stripe", orders: 1, cents: 600 },
    { method: "paypal", orders: 1, cents: 700 },
  ];
  expect(salesWithoutRest(sales, rest)).toEqual([
    { method: "bitcoin", orders: 2, cents: 500 },
    { method: "stripe", orders: 2, cents: 300 },
  ]);
});

test("methods and refunds of either period are compared", () => {
  const card = { method: "stripe", orders: 1, cents: 900 };
  const bank = { method: "bank_transfer", orders: 2, cents: 300 };
  const usd = { method: "stripe", unit: "USD", count: 1, amount: 900 };
  const euro = { method: "bank_transfer", unit: "EUR", count: 2, amount: 300 };
  const now = money({ methods: [card], refunds: [usd] });
  const before = money({ methods: [bank], refunds: [euro, { ...usd, amount: 100 }] });
  expect(compareSales(now, before)).toEqual([
    { ...card, centsBefore: 0 },
    { method: "bank_transfer", orders: 0, cents: 0, centsBefore: 300 },
  ]);
  expect(compareRefunds(now, before)).toEqual([
    { ...usd, amountBefore: 100 },
    { ...euro, count: 0, amount: 0, amountBefore: 300 },
  ]);
});

test("refunds in one unit are added up over all methods, without those to credit", () => {
  const refund = (method: string, unit: string, amount: number) => ({
    ...{ method, unit, amount },
    count: 1,
  });
  const refunds = [
    refund("stripe", "USD", 5),
    refund("paypal", "USD", 7),
    refund("bitcoin", "sats", 9),
    refund("credit", "USD", 11),
  ];
  expect(sentBackIn(money({ refunds }), "USD")).toEqual({ count: 2, amount: 12 });
  expect(sentBackIn(money({ refunds }), "EUR")).toEqual({ count: 0, amount: 0 });
  expect(refundedToCredit(money({ refunds }))).toEqual({ count: 1, amount: 11 });
});

test("both ways of Bitcoin are named", () => {
  expect(["bitcoin", "lightning", "stripe"].map(countedMethodText)).toEqual([
    "Bitcoin (on-chain)",
    "Bitcoin (Lightning)",
    "Card",
  ]);
});
