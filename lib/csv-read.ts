import { CsvError, parse } from "csv-parse/sync";
import { type Result, ok, err } from "./result.ts";

/** A row of a table with the line of the text in which it begins, counted from 1. */
export interface CsvRow {
  cells: string[];
  line: number;
}

export const csvDelimiters = [",", ";", "\t", "|"] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export interface CsvLimits {
  /** Rows that are not blank. */
  rows: number;
  /** Cells of one row. */
  columns: number;
}

/** The first thing that is wrong with a table, and the line in which its row begins, counted from 1. */
export interface CsvProblem {
  line: number;
  reason: "open-quote" | "too-many-rows" | "too-many-columns" | "row-too-long";
}

/** Characters of one row: a quote that is never closed would read the rest of the file as one cell. */
const ROW_MAX = 64 * 1024;

/** Number of lines from which the delimiter is detected. */
const SAMPLE_LINES = 50;

/**
 * Parses a table in CSV (RFC 4180) with any of the usual delimiters and line ends, and leaves out blank rows. It stops
 * at the first row that exceeds a limit.
 */
export function parseCsv(
  text: string,
  delimiter: CsvDelimiter,
  limits: CsvLimits,
): Result<CsvRow[], CsvProblem> {
  const rows: CsvRow[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      bom: true,
      max_record_size: ROW_MAX,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell.trim() !== "")) rows.push({ cells, line });
        if (rows.length > limits.rows) throw new LimitExceeded("too-many-rows");
        if (cells.length > limits.columns) throw new LimitExceeded("too-many-columns");
        line = lines + 1;
      },
    });
    return ok(rows);
  } catch (error) {
    if (error instanceof LimitExceeded) return err({ line, reason: error.reason });
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_QUOTE_NOT_CLOSED") return err({ line, reason: "open-quote" });
    if (error.code === "CSV_MAX_RECORD_SIZE") return err({ line, reason: "row-too-long" });
    throw error;
  }
}

/** Ends the parser of csv-parse, which offers no other way to stop within a text. */
class LimitExceeded extends Error {
  readonly reason: CsvProblem["reason"];

  constructor(reason: CsvProblem["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** Returns the delimiter that gives the most rows the same number of cells. */
export function detectDelimiter(text: string, limits: CsvLimits): CsvDelimiter {
  const beginning = text.split(/\r\n|\n|\r/, SAMPLE_LINES).join("\n");
  const scored = csvDelimiters.map((delimiter) => {
    // A quoted cell may be cut in two here.
    const parsed = parseCsv(beginning, delimiter, limits);
    const rows = parsed.ok ? parsed.value : [];
    const counts = new Map<number, number>();
    for (const { cells } of rows)
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    const best = Math.max(0, ...[...counts].map(([cells, times]) => cells * times));
    return { delimiter, best };
  });
  return scored.toSorted((a, b) => b.best - a.best)[0]?.delimiter ?? ",";
}
