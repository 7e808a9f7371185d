import { type Result, ok, refuse } from "./result.ts";

/** A row of a table, and in which line of the text it begins, counted from 1. */
export interface CsvRow {
  cells: string[];
  line: number;
}

export const csvDelimiters = [",", ";", "\t", "|"] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** So many rows tell how a table is written. */
const PROBE_ROWS = 50;

/**
 * Reads a table as RFC 4180 writes it, with any of the usual delimiters and line ends; rows without a sign in them
 * are left out. Refused only where a quote is never closed, with the line in which it was opened.
 */
export function parseCsv(text: string, delimiter: CsvDelimiter): Result<CsvRow[], number> {
  const rows: CsvRow[] = [];
  let row: CsvRow = { cells: [], line: 1 };
  let cell = "";
  let line = 1;
  const endRow = () => {
    row.cells.push(cell);
    if (row.cells.some((text) => text.trim() !== "")) rows.push(row);
    cell = "";
    row = { cells: [], line: line + 1 };
  };
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"' && cell === "") {
      const end = closingQuote(text, at + 1);
      if (end < 0) return refuse(line);
      const quoted = text.slice(at + 1, end);
      cell = quoted.replaceAll('""', '"');
      line += quoted.split("\n").length - 1;
      at = end;
    } else if (sign === delimiter) {
      row.cells.push(cell);
      cell = "";
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text.charAt(at + 1) === "\n") at += 1;
      endRow();
      line += 1;
    } else cell += sign;
  }
  endRow();
  return ok(rows);
}

/** The delimiter by which the most rows have the most cells alike. */
export function detectDelimiter(text: string): CsvDelimiter {
  const beginning = text.split(/\r\n|\n|\r/, PROBE_ROWS).join("\n");
  const scored = csvDelimiters.map((delimiter) => {
    // A quoted cell may be cut in two here.
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

/** Where the quote that ends a cell stands; two in a row are one within it. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text.charAt(at + 1) !== '"') return at;
  return -1;
}
