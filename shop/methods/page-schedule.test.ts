import { expect, test } from "vitest";
import { nextCheckTime } from "./page-schedule.ts";

const openedAt = new Date("2026-11-20T08:00:00Z");
const at = (hours: number) => new Date(openedAt.getTime() + hours * 60 * 60_000);
const expiresAt = at(24);

// A paid session may lack its charge for seconds; a bank debit takes days.
test.each([
  ["just opened", 0.1, 15],
  ["an hour after it was opened", 1, 120],
  ["just before it expires", 23.9, 120],
  ["just after it expired", 24.1, 120],
  ["days after it expired", 72, 3600],
])("a page whose payment is processing, %s, is polled again in time", (_when, hours, seconds) => {
  const now = at(hours);
  const next = nextCheckTime({ outcome: "processing", openedAt, expiresAt }, now);
  expect(next && (next.getTime() - now.getTime()) / 1000).toBe(seconds);
});
