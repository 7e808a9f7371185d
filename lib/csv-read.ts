import { CsvError, parse } from "csv-parse/sync";
import { type Result, ok, err } from "./result.ts";

/** A row of a table with the line of the text in which it begins, counted from 1. */
export interface CsvRow {
  cells: string[];
  line: number;
  /** Why the row has no cells. */
  problem?: "open-quote" | "row-too-long";
}

export const csvDelimiters = [",", ";", "\t", "|"] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export interface CsvLimits {
  /** Rows that are not blank. */
  rows: number;
  /** Cells of one row. */
  columns: number;
}

/** Why a table is refused, and the line in which the row at fault begins, counted from 1. */
export interface CsvProblem {
  line: number;
  reason: "too-many-rows" | "too-many-columns" | "too-many-broken";
}

/** Characters of one row: a quote that is never closed would read the rest of the file as one cell. */
const ROW_MAX = 64 * 1024;

/** Number of lines from which the delimiter is detected. */
const SAMPLE_LINES = 50;

/** Rows that may be broken; each lets the parser begin anew behind its first line. */
const BROKEN_MAX = 20;

/**
 * Parses a table in CSV (RFC 4180) with any of the usual delimiters and line ends, and leaves out blank rows. A row
 * whose quote is not closed has no cells and a problem, and the next line is a row again. It stops at the first row
 * that exceeds a limit.
 */
export function parseCsv(
  text: string,
  delimiter: CsvDelimiter,
  limits: CsvLimits,
): Result<CsvRow[], CsvProblem> {
  const rows: CsvRow[] = [];
  let rest = withInnerQuotes(text, delimiter);
  let line = 1;
  for (let broken = 0; broken <= BROKEN_MAX; broken += 1) {
    const first = line;
    try {
      parse(rest, {
        delimiter,
        bom: true,
        max_record_size: ROW_MAX,
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: true,
        relax_quotes: true,
        on_record: (cells: string[], info) => {
          // The parser takes a quoted cell as it stands when text follows its closing quote.
          if (cells.some((cell) => /^".*[\r\n]/.test(cell))) throw new BrokenRow();
          if (cells.some((cell) => cell.trim() !== "")) rows.push({ cells, line });
          if (rows.length > limits.rows) throw new LimitExceeded("too-many-rows");
          if (cells.length > limits.columns) throw new LimitExceeded("too-many-columns");
          line = first + info.lines;
        },
      });
      return ok(rows);
    } catch (error) {
      if (error instanceof LimitExceeded) return err({ line, reason: error.reason });
      rows.push({ cells: [], line, problem: problemOf(error) });
      line += 1;
      rest = withoutLines(rest, line - first);
    }
  }
  return err({ line, reason: "too-many-broken" });
}

/** Returns the text behind this number of lines. */
function withoutLines(text: string, count: number): string {
  const ends = /\r\n|\n|\r/g;
  for (let done = 0; done < count; done += 1) if (!ends.exec(text)) return "";
  return text.slice(ends.lastIndex);
}

/** Returns why a row is broken; throws an unexpected error on. */
function problemOf(error: unknown): "open-quote" | "row-too-long" {
  if (error instanceof BrokenRow) return error.reason;
  if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED") return "open-quote";
  if (error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE") return "row-too-long";
  throw error;
}

/**
 * Doubles quotes that stand alone inside a quoted cell of one line, as some banks write them: `"for "coins", please"`.
 * A quote between two characters that are neither quotes nor the ends of the cell opens and closes nothing.
 */
function withInnerQuotes(text: string, delimiter: CsvDelimiter): string {
  const cell = new RegExp(
    String.raw`(?<=^|[\r\n${delimiter}])"([^\r\n]{0,500}?)"(?=[\r\n${delimiter}]|$)`,
    "g",
  );
  return text.replaceAll(
    cell,
    (_, inner: string) => `"${inner.replaceAll(/(?<=[^"])"(?=[^"])/g, '""')}"`,
  );
}

/** Ends the parser of csv-parse, which offers no other way to stop within a text. */
class BrokenRow extends Error {
  readonly reason = "open-quote";
}

/** Ends the parser likewise, for good. */
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
