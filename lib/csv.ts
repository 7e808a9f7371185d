/**
 * Tables as text for spreadsheets: RFC 4180, in UTF-8 with a byte order mark, without which Excel takes the
 * letters for those of another encoding.
 */

/** Null leaves the cell empty. Text that looks like a formula is made harmless, a number stays one. */
export type CsvCell = string | number | null;

const BYTE_ORDER_MARK = "\uFEFF";

/** A spreadsheet takes text that begins with one of these for a formula. */
export const formulaStarts: readonly string[] = Array.from("=+-@\t\r\n＝＋－＠");
/** A cell with one of these is put between quotes. */
export const quotedSigns: readonly string[] = Array.from('",\r\n');

/** One line, with the line end that RFC 4180 asks for. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** `1499` → `14.99`: cents as a number that a spreadsheet can add up, without a sign of currency. */
export function csvCents(cents: number): number {
  return cents / 100;
}

/** Batches of rows as batches of lines. */
export async function* csvLines(
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map(csvLine).join("");
}

/**
 * The head and all lines as a stream. Lines are asked for in batches, the next one when the one before has gone
 * out, so that a table of any length needs the memory of two batches.
 */
export function csvStream(
  head: readonly string[],
  batches: AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  const iterator = batches[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(head)));
    },
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
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
