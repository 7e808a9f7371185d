/** CSV for spreadsheets (RFC 4180). */
import { showInvisible } from "./text.ts";

/** Null is an empty cell. Text that looks like a formula is escaped, a number is not. */
export type CsvCell = string | number | null;

/** Spreadsheets evaluate text that begins with one of these as a formula. */
export const formulaStarts: readonly string[] = Array.from("=+-@\t\r\n＝＋－＠");
/** A cell with one of these is quoted. */
const quotedCharacters: readonly string[] = Array.from('",\r\n');

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
  const text = escapeFormula(showInvisible(cell));
  const needsQuotes = quotedCharacters.some((character) => text.includes(character));
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Prefixes text that a spreadsheet would evaluate with an apostrophe, since customers may have typed it
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function escapeFormula(text: string): string {
  return formulaStarts.some((start) => text.startsWith(start)) ? `'${text}` : text;
}
