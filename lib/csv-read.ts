import { CsvError, parse } from "csv-parse/sync";
import { type Result, ok, err } from "./result.ts";

/** A row of a table with the line of the text in which it begins, counted from 1. */
export interface CsvRow {
  cells: string[];
  line: number;
}

export const csvDelimiters = [",", ";", "\t", "|"] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** Number of lines from which the delimiter is detected. */
const SAMPLE_LINES = 50;

/**
 * Parses a table in CSV (RFC 4180) with any of the usual delimiters and line ends, and leaves out blank rows. The error
 * for an unclosed quote is the number of the line in which its row begins.
 */
export function parseCsv(text: string, delimiter: CsvDelimiter): Result<CsvRow[], number> {
  const rows: CsvRow[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      bom: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell.trim() !== "")) rows.push({ cells, line });
        line = lines + 1;
      },
    });
    return ok(rows);
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED") return err(line);
    throw error;
  }
}

/** Returns the delimiter that gives the most rows the same number of cells. */
export function detectDelimiter(text: string): CsvDelimiter {
  const beginning = text.split(/\r\n|\n|\r/, SAMPLE_LINES).join("\n");
  const scored = csvDelimiters.map((delimiter) => {
    // The sample may end within a quoted cell.
    const parsed = parseCsv(beginning, delimiter);
    const rows = parsed.ok ? parsed.value : [];
    const counts = new Map<number, number>();
    for (const { cells } of rows)
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    const best = Math.max(0, ...[...counts].map(([cells, times]) => cells * times));
    return { delimiter, best };
  });
  return scored.toSorted((a, b) => b.best - a.best)[0]?.delimiter ?? ",";
}
