/** Tables as text for spreadsheets: RFC 4180. */

/** Null leaves the cell empty. Text that looks like a formula is made harmless, a number stays one. */
export type CsvCell = string | number | null;

/** A spreadsheet takes text that begins with one of these for a formula. */
export const formulaStarts: readonly string[] = Array.from("=+-@\t\r\n＝＋－＠");
/** A cell with one of these is put between quotes. */
const quotedSigns: readonly string[] = Array.from('",\r\n');

/** One line, with the line end that RFC 4180 asks for. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** `1499` → `14.99`: cents as a number that a spreadsheet can add up, without a sign of currency. */
export function csvCents(cents: number): number {
  return cents / 100;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = harmless(cell);
  return quotedSigns.some((sign) => text.includes(sign)) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet runs what begins like a formula, also when it came from a customer: an apostrophe in front
 * makes it text (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function harmless(text: string): string {
  return formulaStarts.some((start) => text.startsWith(start)) ? `'${text}` : text;
}
