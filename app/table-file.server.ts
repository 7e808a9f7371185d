import type { RouterContextProvider } from "react-router";
import { type CsvCell } from "#lib/csv.ts";
import { csvStream } from "#lib/csv-stream.server.ts";
import { xlsxStream } from "#lib/xlsx-stream.server.ts";
import { settingsOf } from "./shop-cache.server.ts";

const formats = {
  csv: { type: "text/csv; charset=utf-8", stream: csvStream },
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    stream: xlsxStream,
  },
};

export type TableFormat = keyof typeof formats;

/** Returns the format that the button of an export form, or a link, asks for. */
export function formatOf(fields: FormData | URLSearchParams): TableFormat {
  return fields.get("format") === "xlsx" ? "xlsx" : "csv";
}

/** Yields all rows of a short table. */
export async function* inOneBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

/**
 * Streams a table as a download; `name` is without an extension. Dates of a workbook are those of the shop's time zone.
 */
export async function tableFile(
  context: Readonly<RouterContextProvider>,
  format: TableFormat,
  name: string,
  table: {
    head: readonly string[];
    batches: AsyncIterable<readonly (readonly CsvCell[])[]>;
    headers?: Record<string, string>;
    /** The name of the sheet of a workbook. */
    sheet?: string;
  },
): Promise<Response> {
  const { type, stream } = formats[format];
  const { timeZone } = await settingsOf(context);
  const options = { sheet: table.sheet ?? "Orders", timeZone };
  return new Response(stream(table.head, table.batches, options), {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}.${format}"`,
      "cache-control": "no-store",
      ...table.headers,
    },
  });
}
