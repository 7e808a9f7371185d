import { expect, test } from "vitest";
import { addDays, localDate, monthBefore } from "./days.ts";

test("the day of a moment depends on the time zone", () => {
  const moment = new Date("2026-11-20T23:30:00Z");
  expect(localDate(moment, "UTC")).toBe("2026-11-20");
  expect(localDate(moment, "Europe/Berlin")).toBe("2026-11-21");
  expect(localDate(moment, "America/Los_Angeles")).toBe("2026-11-20");
});

test("days are added across months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});

test.each([
  ["2026-11-20", "2026-10-20"],
  ["2026-01-15", "2025-12-15"],
  ["2026-03-31", "2026-02-28"],
  ["2028-03-30", "2028-02-29"],
])("a month before %s is %s", (day, before) => expect(monthBefore(day)).toBe(before));
