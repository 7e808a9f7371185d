import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secondsToNextCheck, WATCH_DAYS } from "./watching.ts";

const now = new Date("2026-11-20T08:00:00Z");
const pace = { watchedSeconds: 15, openSeconds: 60 };
const DAY = 86_400;
const RECENT = 15 * 60;
const OLD = 6 * 60 * 60;

/** What comes of an own address whose quote ended that long ago; a negative number: ends in the future. */
function wait(
  endedSecondsAgo: number | null,
  over: { shared?: boolean; unburiedMoney?: boolean } = {},
) {
  const quoteEndsAt =
    endedSecondsAgo === null ? null : new Date(now.getTime() - endedSecondsAgo * 1000);
  const facts = { shared: false, unburiedMoney: false, ...over, quoteEndsAt };
  return secondsToNextCheck(facts, pace, now);
}

describe("an address that nobody watches", () => {
  test.each([
    ["while its quote runs", -1, 60],
    ["as its quote ends", 0, 60],
    ["just after", 1, RECENT],
    ["a day after", DAY, RECENT],
    ["more than a day after", DAY + 1, OLD],
    ["thirty days after", WATCH_DAYS * DAY, OLD],
    ["more than thirty days after", WATCH_DAYS * DAY + 1, null],
    ["without any quote", null, 60],
  ])("%s", (_when, endedSecondsAgo, seconds) => {
    expect(wait(endedSecondsAgo)).toBe(seconds);
  });

  test.each([{ shared: true }, { unburiedMoney: true }])(
    "is asked about as if its quote ran, however long it is over: %o",
    (over) => {
      expect(wait(400 * DAY, over)).toBe(60);
    },
  );

  test("is asked about the less often the longer its quote is over", () => {
    const ago = fc.integer({ min: -2 * DAY, max: 60 * DAY });
    const orNever = (seconds: number | null) => seconds ?? Infinity;
    fc.assert(
      fc.property(ago, ago, (a, b) => {
        const [sooner, later] = [Math.min(a, b), Math.max(a, b)];
        expect(orNever(wait(later))).toBeGreaterThanOrEqual(orNever(wait(sooner)));
      }),
    );
  });
});
