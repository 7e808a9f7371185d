import { setImmediate } from "node:timers/promises";
import { writeXlsxStream } from "hucre/xlsx";
import type { CsvCell } from "./csv.ts";
import { showInvisible } from "./text.ts";

/**
 * Returns a workbook of one sheet as a stream, which a spreadsheet opens without guessing: text stays text (`0071`,
 * `12345E6`, `=1+1`), numbers are numbers. Memory does not grow with the table, and other requests are served between
 * batches, as in `csvStream`.
 */
export function xlsxStream(
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
  sheet = "Orders",
): ReadableStream<Uint8Array> {
  return writeXlsxStream(rowsOf(batches), {
    name: sheet,
    columns: head.map((header) => ({ header, width: 20 })),
    freezePane: { rows: 1 },
  });
}

async function* rowsOf(
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<CsvCell[]> {
  for await (const rows of batches) {
    await setImmediate();
    for (const row of rows) yield row.map(cellValue);
  }
}

function cellValue(cell: CsvCell): CsvCell {
  if (typeof cell !== "string") return cell;
  // `_x0041_` in a workbook means "A" (ECMA-376 part 1, 22.9.2.19), so that its underscore has to be escaped.
  return showInvisible(cell).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");
}
