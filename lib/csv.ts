/** CSV for spreadsheets (RFC 4180). */
import { showInvisible } from "./text.ts";

/** Null is an empty cell. Text that looks like a formula is escaped, a number is not. Dates are ISO 8601 in UTC. */
export type CsvCell = string | number | Date | null;

/** Spreadsheets evaluate text that begins with one of these, or with a tab or a line break before it, as a formula. */
const FORMULA = "=+@＝＋－＠-";
export const formulaStarts: readonly string[] = Array.from(`${FORMULA}\t\r\n`);
/**
 * The beginning of a formula in the middle of a text, where a spreadsheet begins a cell that separates cells by something
 * else than commas, such as Excel in countries with decimal commas, or that takes quotes only at the start of a cell.
 */
const innerFormula = new RegExp(`(?<=[,;|\\t\\r\\n][\\t\\r\\n"]*)(?=[${FORMULA}])`, "gu");

/** Returns one line, which ends with CR LF as RFC 4180 requires. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** Converts cents to a number that a spreadsheet can add up: `1499` → `14.99`. */
export function csvCents(cents: number): number {
  return cents / 100;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (cell instanceof Date) return `"${cell.toISOString()}"`;
  return `"${escapeFormula(showInvisible(cell)).replaceAll('"', '""')}"`;
}

/**
 * Prefixes text that a spreadsheet would evaluate with an apostrophe, since customers may have typed it
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function escapeFormula(text: string): string {
  const isFormula = formulaStarts.some((start) => text.startsWith(start));
  return (isFormula ? `'${text}` : text).replaceAll(innerFormula, "'");
}
