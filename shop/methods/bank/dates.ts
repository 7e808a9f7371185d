import { localDate } from "#lib/days.ts";

/** Orders of year, month and day. */
export const dateOrders = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Parses a date as banks write it into `YYYY-MM-DD` and ignores a time after it; null if it is not a date. */
export function parseDay(text: string, order: DateOrder): string | null {
  const given = text.trim();
  if (order === "ymd") {
    const [, year, month, day] = /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?!\d)/.exec(given) ?? [];
    return dayOf(year, month, day);
  }
  const [, first, second, year] =
    /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4}|\d{2})(?!\d)/.exec(withNumbers(given)) ?? [];
  return order === "dmy" ? dayOf(year, second, first) : dayOf(year, first, second);
}

/** Returns the only order in which all of these texts are valid dates; null if none or several fit. */
export function detectDateOrder(days: readonly string[]): DateOrder | null {
  if (days.length === 0) return null;
  const fits = dateOrders.filter((order) => days.every((text) => parseDay(text, order) !== null));
  const [only] = fits;
  if (fits.length === 1) return only ?? null;
  // Formats with dots always begin with the day.
  return fits.includes("dmy") && days.every((text) => /^\d{1,2}\./.test(text.trim()))
    ? "dmy"
    : null;
}

/** Replaces the name of a month by its number: `20 Nov 2026`, `Nov 20, 2026`. */
function withNumbers(text: string): string {
  return text
    .replaceAll(/[a-z]{3,9}\.?/gi, (word) => {
      const month = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
      return month < 0 ? word : String(month + 1);
    })
    .replace(",", "");
}

function dayOf(year = "", month = "", day = ""): string | null {
  const text = `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  // `Date` turns the 31st of February into a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** Returns the time of a booking of which only the day is known: noon UTC, or now if that is not past. */
export function bookedAt(day: string, now: Date): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  return day >= localDate(now, "UTC") || noon > now ? now : noon;
}
