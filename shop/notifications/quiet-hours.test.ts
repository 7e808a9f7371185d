import { expect, test } from "vitest";
import { quietUntil } from "./quiet-hours.ts";

const night = { quietHours: true, quietFrom: "22:00", quietTo: "07:00", timeZone: "Europe/Berlin" };
const endOf = (settings: typeof night, now: string) =>
  quietUntil(settings, new Date(now))?.toISOString() ?? null;

test.each([
  ["2026-11-20T20:59:59Z", null],
  ["2026-11-20T21:00:00Z", "2026-11-21T06:00:00.000Z"],
  ["2026-11-20T23:30:40Z", "2026-11-21T06:00:00.000Z"],
  ["2026-11-21T05:59:59.999Z", "2026-11-21T06:00:00.000Z"],
  ["2026-11-21T06:00:00Z", null],
  ["2026-11-21T12:00:00Z", null],
])("over midnight, in the shop's time zone: at %s until %s", (now, end) => {
  expect(endOf(night, now)).toBe(end);
});

test("within a day", () => {
  const noon = { ...night, quietFrom: "12:00", quietTo: "13:30", timeZone: "UTC" };
  expect(endOf(noon, "2026-11-20T13:29:00Z")).toBe("2026-11-20T13:30:00.000Z");
  expect(endOf(noon, "2026-11-20T11:59:00Z")).toBeNull();
  expect(endOf(noon, "2026-11-20T22:00:00Z")).toBeNull();
});

test("none while they are off, or begin as they end", () => {
  expect(endOf({ ...night, quietHours: false }, "2026-11-20T23:00:00Z")).toBeNull();
  expect(endOf({ ...night, quietTo: "22:00" }, "2026-11-20T23:00:00Z")).toBeNull();
});

test.each([
  // Clocks go back at 03:00: the first end comes an hour early, and from there the true one is found.
  ["2026-10-24T20:00:00Z", ["2026-10-25T05:00:00.000Z", "2026-10-25T06:00:00.000Z"]],
  // Clocks go forward at 02:00: the end comes an hour late at most.
  ["2026-03-28T23:00:00Z", ["2026-03-29T06:00:00.000Z"]],
])("ends also when the clocks change: from %s", (now, ends) => {
  const found: string[] = [];
  for (let at = endOf(night, now); at; at = endOf(night, at)) found.push(at);
  expect(found).toEqual(ends);
});
