import { localDate } from "#lib/days.ts";
import { withoutAccents } from "./words.ts";

/** Orders of year, month and day. */
export const dateOrders = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The names of each month in the languages of banks, without accents: January first. */
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  ["en", "de", "fr", "nl", "es", "it", "pt", "sv", "da", "nb"].map((language) =>
    withoutAccents(
      new Date(Date.UTC(2026, month, 1)).toLocaleDateString(language, { month: "long" }),
    ),
  ),
);
/** German abbreviations that do not begin the name. */
const ABBREVIATIONS: Record<string, number> = { mrz: 3, maerz: 3 };

/** Parses a date as banks write it into `YYYY-MM-DD` and ignores a time after it; null if it is not a date. */
export function parseDay(text: string, order: DateOrder): string | null {
  const given = text.trim();
  // The name of a month says where the day stands.
  const [, day1, word1, year1] =
    /^(\d{1,2})[-. ]*(\p{L}{3,})[-., ]*(\d{4}|\d{2})\b/u.exec(given) ?? [];
  if (word1) return dayOf(year1, monthOf(word1), day1);
  const [, word2, day2, year2] = /^(\p{L}{3,})\.? ?(\d{1,2}),? (\d{4})\b/u.exec(given) ?? [];
  if (word2) return dayOf(year2, monthOf(word2), day2);
  if (order === "ymd") {
    // With one separator: 981404.01 is an amount.
    const [, year, , month, day] = /^(\d{4})([-./]?)(\d{2})\2(\d{2})(?!\d)/.exec(given) ?? [];
    return dayOf(year, month, day);
  }
  const [, first, second, year] =
    /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4}|\d{2})(?!\d)/.exec(given) ?? [];
  return order === "dmy" ? dayOf(year, second, first) : dayOf(year, first, second);
}

/** Returns the only order in which all of these texts are valid dates; null if none or several fit. */
export function detectDateOrder(days: readonly string[]): DateOrder | null {
  if (days.length === 0) return null;
  const fits = dateOrders.filter((order) => days.every((text) => parseDay(text, order) !== null));
  const [only] = fits;
  // With the names of months every order reads the same, and dates with dots begin with the day.
  const isClear = days.every((text) => /\p{L}{3}/u.test(text) || /^\d{1,2}\./.test(text.trim()));
  return fits.length > 1 && !isClear
    ? null
    : (fits.find((order) => order === "dmy") ?? only ?? null);
}

function monthOf(word: string): string {
  const plain = withoutAccents(word);
  const months = MONTHS.flatMap((names, month) =>
    names.some((name) => name.startsWith(plain)) ? [month + 1] : [],
  );
  return String(ABBREVIATIONS[plain] ?? (months.length === 1 ? months[0] : ""));
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
