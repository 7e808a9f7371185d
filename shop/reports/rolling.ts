import { addDays } from "#lib/days.ts";
import {
  addMonths,
  bucketsFor,
  chunks,
  dayBuckets,
  monthBuckets,
  monthsBefore,
} from "./buckets.ts";
import { earlier, lengthOf, type PeriodPlan, type RollingPeriod, type Span } from "./period.ts";

const WEEK = 7;

/** Returns the days, bars and comparison of a period as of `today`. */
export function planPeriod(period: RollingPeriod, today: string): PeriodPlan {
  const plan = planDays(period, today);
  return { ...plan, cut: plan.to === today ? plan.before.to : null, calendar: null };
}

function planDays(period: RollingPeriod, today: string): Omit<PeriodPlan, "cut" | "calendar"> {
  switch (period.kind) {
    case "week": {
      const span = { from: addDays(today, 1 - WEEK), to: today };
      return {
        ...span,
        buckets: dayBuckets(span),
        unit: "Day",
        before: daysBefore(span),
        against: "from last week",
      };
    }
    case "month": {
      const span = { from: addDays(today, 1 - 4 * WEEK), to: today };
      const buckets = chunks(span, WEEK).map((week, index) => {
        const label = `Week ${index + 1}`;
        return { ...week, label, short: label };
      });
      return {
        ...span,
        buckets,
        unit: "Week",
        before: daysBefore(span),
        against: "from last month",
      };
    }
    case "year": {
      const from = addMonths(today, -5);
      const buckets = monthBuckets({ from, to: today }).map((month) => ({
        ...month,
        label: month.short,
      }));
      const before = { from: addMonths(from, -6), to: monthsBefore(today, 6) };
      const against = "from the 6 months before";
      return { from, to: today, buckets, unit: "Month", before, against };
    }
    case "custom": {
      // Future days have no data.
      const to = earlier(period.to, today);
      const span = { from: earlier(period.from, to), to };
      const length = lengthOf(span);
      const against = length === 1 ? "from the day before" : `from the ${length} days before`;
      return { ...span, ...bucketsFor(span), before: daysBefore(span), against };
    }
  }
}

function daysBefore(span: Span): Span {
  return { from: addDays(span.from, -lengthOf(span)), to: addDays(span.from, -1) };
}
