import { expect, test } from "vitest";
import { durationText, minutesSince, secondsSince } from "./duration.ts";

test.each([
  [0, "less than a minute"],
  [-5, "less than a minute"],
  [1, "1 min"],
  [59, "59 min"],
  [60, "1 h"],
  [134, "2 h 14 min"],
  [1439, "23 h 59 min"],
  [1440, "1 day"],
  [5000, "3 days"],
])("%i minutes are %s", (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});

test.each([
  ["11:59:00.001", 0],
  ["11:59:00", 1],
  ["10:00:01", 119],
  ["12:00:01", -1],
])("since %s it is %i whole minutes at noon", (time, minutes) => {
  const noon = new Date("2026-11-20T12:00:00Z");
  expect(minutesSince(new Date(`2026-11-20T${time}Z`), noon)).toBe(minutes);
});

test.each([
  ["11:59:58.750", 1.25],
  ["12:00:00.013", 0],
])("since %s it is %d seconds at noon", (time, seconds) => {
  const noon = new Date("2026-11-20T12:00:00Z");
  expect(secondsSince(new Date(`2026-11-20T${time}Z`), noon)).toBe(seconds);
});
