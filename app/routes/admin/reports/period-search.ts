import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { type CalendarPeriod, lengthOf, LONGEST_DAYS, type Period } from "#shop/reports/period.ts";

const EXAMPLE = "Please enter a day, such as 2026-11-20";

const day = z
  .string()
  .trim()
  .regex(/^20\d{2}-\d{2}-\d{2}$/, EXAMPLE)
  .refine((text) => new Date(text).toJSON()?.startsWith(text), EXAMPLE);

const days = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    error: "The last day is before the first",
  })
  .refine((span) => lengthOf(span) <= LONGEST_DAYS, {
    path: ["from"],
    error: "Please choose at most ten years",
  });

/** An invalid custom period: the submitted days and their errors. */
export interface WrongDays {
  typed: { from: string; to: string };
  errors: FieldErrors<"from" | "to">;
}

/** Parses the period: `?period=month`, `?period=calendar` with `year` and `month`, or `?period=custom` with `from` and `to`. */
export function periodOf(search: URLSearchParams): Result<Period, WrongDays> {
  const kind = search.get("period");
  if (kind === "month" || kind === "year") return ok({ kind });
  if (kind === "calendar") return ok(calendarOf(search));
  if (kind !== "custom") return ok({ kind: "week" });
  const typed = { from: search.get("from") ?? "", to: search.get("to") ?? "" };
  const parsed = parseForm(days, typed);
  if (!parsed.ok) return err({ typed, errors: parsed.error });
  return ok({ kind, ...parsed.value });
}

/** A number that is not one of the calendar counts as not given: the screen offers only those that are. */
function calendarOf(search: URLSearchParams): CalendarPeriod {
  const numberIn = (name: string, allowed: RegExp) => {
    const text = search.get(name) ?? "";
    return allowed.test(text) ? Number(text) : null;
  };
  return {
    kind: "calendar",
    year: numberIn("year", /^20\d\d$/),
    month: numberIn("month", /^(?:[1-9]|1[0-2])$/),
    against: search.get("against") === "year" ? "year" : "before",
  };
}
