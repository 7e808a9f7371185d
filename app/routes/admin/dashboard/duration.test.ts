import { expect, test } from "vitest";
import { durationText } from "./duration.ts";

const now = new Date("2026-11-20T12:00:00Z");

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
  expect(durationText(new Date(now.getTime() - minutes * 60_000), now)).toBe(text);
});
