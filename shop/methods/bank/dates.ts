/** Whether a year, a day or a month stands first. */
export const dateOrders = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A day as banks write it, as `YYYY-MM-DD`; what follows it, such as a time, does not matter. Null for no day. */
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

/** The order in which all of these are days; null for none, or where two would do. */
export function detectDateOrder(days: readonly string[]): DateOrder | null {
  if (days.length === 0) return null;
  const fits = dateOrders.filter((order) => days.every((text) => parseDay(text, order) !== null));
  const [only] = fits;
  if (fits.length === 1) return only ?? null;
  // With points a day stands first, wherever they are used.
  return fits.includes("dmy") && days.every((text) => /^\d{1,2}\./.test(text.trim()))
    ? "dmy"
    : null;
}

/** `20 Nov 2026` and `Nov 20, 2026` with the month as a number, where it stands. */
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
  // The 31st of February is none.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
