import { addDays } from "#lib/days.ts";
import { addMonths, dayBuckets, monthBuckets, monthsBefore } from "./buckets.ts";
import {
  type Bucket,
  type CalendarPeriod,
  earlier,
  monthOf,
  type PeriodPlan,
  type Span,
  spanText,
} from "./period.ts";

/**
 * Returns the days, bars and comparison of a month or a year as of `today`; of the current one instead of one that has
 * not begun. One that is not over is compared with the same days of the earlier one, of which February may have fewer.
 */
export function planCalendar(period: CalendarPeriod, today: string): PeriodPlan {
  const { against } = period;
  const isYear = period.year !== null && period.month === null;
  const chosen = `${period.year}-${String(period.month ?? 1).padStart(2, "0")}-01`;
  const from = period.year !== null && chosen <= today ? chosen : firstDay(today, isYear);
  const whole = wholeFrom(from, isYear);
  const wholeBefore = wholeFrom(addMonths(from, isYear || against === "year" ? -12 : -1), isYear);
  const isOver = whole.to < today;
  const to = earlier(whole.to, today);
  const before = isOver
    ? wholeBefore
    : { from: wholeBefore.from, to: monthsBefore(to, isYear || against === "year" ? 12 : 1) };
  const cut = !isOver && before.to.slice(8) === to.slice(8) ? before.to : null;
  const name = nameOf(from, isYear);
  const nameBefore = nameOf(before.from, isYear);
  return {
    from,
    to,
    buckets: bucketsOf({ from, to }, isYear),
    unit: isYear ? "Month" : "Day",
    before,
    cut,
    against: `from ${isOver ? nameBefore : spanText(before)}`,
    calendar: {
      year: Number(from.slice(0, 4)),
      month: isYear ? null : Number(from.slice(5, 7)),
      against,
      name,
      nameBefore,
      note: isOver
        ? `Compared with ${nameBefore}.`
        : `${name} is not over, so it is compared with the same days before: ${spanText(before)}${cut ? ", up to this time of day" : ""}.`,
      bucketsBefore: bucketsOf(before, isYear),
    },
  };
}

/** Returns a sentence if the shop has no figures of some of the days that a period is compared with; else null. */
export function missingFiguresText(before: Span, firstDay: string | null): string | null {
  if (firstDay !== null && firstDay <= before.from) return null;
  if (firstDay === null || firstDay > before.to) return "The shop has no figures of those days.";
  return `The shop's first figures are of ${spanText({ from: firstDay, to: firstDay })}.`;
}

/** Returns the first day of the month or the year of a day. */
function firstDay(day: string, ofYear: boolean): string {
  return ofYear ? `${day.slice(0, 4)}-01-01` : `${day.slice(0, 7)}-01`;
}

function wholeFrom(from: string, isYear: boolean): Span {
  return { from, to: addDays(addMonths(from, isYear ? 12 : 1), -1) };
}

function nameOf(day: string, isYear: boolean): string {
  const year = day.slice(0, 4);
  return isYear ? year : `${monthOf(day)} ${year}`;
}

function bucketsOf(span: Span, isYear: boolean): Bucket[] {
  return isYear
    ? monthBuckets(span).map((month) => ({ ...month, label: month.short }))
    : dayBuckets(span, false);
}
