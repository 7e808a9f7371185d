import { expect, test } from "vitest";
import { daysOf } from "./order-list.ts";

const today = "2026-03-31";

test.each([
  ["all", { from: null, until: null }],
  ["today", { from: today, until: null }],
  ["yesterday", { from: "2026-03-30", until: today }],
  ["week", { from: "2026-03-24", until: null }],
  ["month", { from: "2026-02-28", until: null }],
] as const)("%s are whole days", (period, days) => {
  expect(daysOf({ period, from: "2020-01-01", to: null }, today)).toEqual(days);
});

test("a custom period includes its last day, and may be open at either end", () => {
  const custom = (from: string | null, to: string | null) =>
    daysOf({ period: "custom", from, to }, today);
  expect(custom("2026-01-05", "2026-01-31")).toEqual({ from: "2026-01-05", until: "2026-02-01" });
  expect(custom("2026-01-05", null)).toEqual({ from: "2026-01-05", until: null });
  expect(custom(null, "2026-01-31")).toEqual({ from: null, until: "2026-02-01" });
});
