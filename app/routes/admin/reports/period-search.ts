import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { lengthOf, LONGEST_DAYS, type Period } from "#shop/reports/period.ts";

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

/** Parses the period: `?period=month`, or `?period=custom` with `from` and `to`. */
export function periodOf(search: URLSearchParams): Result<Period, WrongDays> {
  const kind = search.get("period");
  if (kind === "month" || kind === "year") return ok({ kind });
  if (kind !== "custom") return ok({ kind: "week" });
  const typed = { from: search.get("from") ?? "", to: search.get("to") ?? "" };
  const parsed = parseForm(days, typed);
  if (!parsed.ok) return err({ typed, errors: parsed.error });
  return ok({ kind, ...parsed.value });
}
