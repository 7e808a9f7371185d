import type { CsvDelimiter, CsvRow } from "#lib/csv-read.ts";
import { type DecimalSign, parseAmount } from "./amounts.ts";
import { dateOrders, type DateOrder, parseDay } from "./dates.ts";
import { type PlacedReading, tidyText } from "./statement.ts";
import type { Meaning } from "./words.ts";

/**
 * The roles of a statement's columns. Amounts stand in `amount`, or split into `in` and `out`. Each value of a column of
 * `words` has a meaning. Order ids are looked for in `payer`, `id`, `text` and words that say nothing.
 */
export const columnRoles = [
  ...(["date", "amount", "in", "out", "words", "balance", "currency"] as const),
  ...(["account", "payer", "id", "text", "ignored"] as const),
] as const;
export type ColumnRole = (typeof columnRoles)[number];
/** The roles that several columns may have. */
export const manyRoles: readonly ColumnRole[] = ["words", "account", "text", "ignored"];

/** What a person said about the CSV statements of an account, and what its files have shown since. */
export interface CsvLayout {
  /** The role of each column. */
  roles: ColumnRole[];
  /** The meaning of each value in the columns of words, by `wordKey`. */
  words: Record<string, Meaning>;
  dateOrder: DateOrder;
  decimal: DecimalSign;
  /** ISO 4217 code of the account. */
  currency: string;
  /** Where money without a minus, or in the column `in`, goes; null as long as nobody and no balance told. */
  positive: "in" | "out" | null;
  /** Whether the column of amounts has shown both signs: without, a positive amount may just have no sign. */
  bothSigns: boolean;
  /** Whether a person said that all lines are booked. */
  allBooked: boolean;
}

/** A table with its header row. */
export interface CsvTable {
  delimiter: CsvDelimiter;
  /** The text above the table, which names the account. */
  above: string;
  /** Empty when the table has no header row. */
  heads: string[];
  rows: CsvRow[];
  /** Reads a file in CAMT or MT940, whose table has only the codes that a person has to explain. */
  read?: (words: CsvLayout["words"]) => PlacedReading[];
}

/** Number of rows searched for the header row; rows above it describe the account. */
const HEAD_ROWS = 40;

/** Splits rows into header and body: the header is the nearest row of words above the first with a date and an amount. */
export function findTable(rows: readonly CsvRow[], delimiter: CsvDelimiter): CsvTable {
  const top = rows.slice(0, HEAD_ROWS);
  const widest = Math.max(0, ...top.map(({ cells }) => cells.length));
  const first = top.findIndex(
    ({ cells }) => cells.length * 2 >= widest && cells.some(isDate) && cells.some(isAmount),
  );
  const head = top.findLastIndex(
    ({ cells }, at) =>
      at < first &&
      cells.filter(Boolean).length > 1 &&
      !cells.some(isDate) &&
      !cells.some(isAmount),
  );
  const heads = (rows[head]?.cells ?? []).map((cell) => cell.replaceAll(/\s+/g, " ").trim());
  const above = rows.slice(0, Math.max(head, 0)).map(({ cells }) => tidyText(cells.join(" ")));
  const body = first < 0 ? [] : rows.slice(head + 1);
  return { delimiter, above: above.join("\n"), heads, rows: body };
}

/** Returns the number of columns. */
export function widthOf({ heads, rows }: CsvTable): number {
  return Math.max(heads.length, ...rows.slice(0, HEAD_ROWS).map(({ cells }) => cells.length));
}

/** Returns the key of a cell's value in `CsvLayout.words`. */
export function wordKey(column: number, cell: string): string {
  return `${column} ${tidyText(cell).toLowerCase()}`;
}

/** Returns the values of the columns of words, each with the first row that has it. */
export function wordsOf(
  { rows }: CsvTable,
  roles: readonly ColumnRole[],
): { column: number; word: string; row: CsvRow }[] {
  return roles.flatMap((role, column) => {
    if (role !== "words") return [];
    const found = new Map<string, CsvRow>();
    for (const row of rows.filter(({ problem }) => !problem)) {
      const key = wordKey(column, row.cells[column] ?? "");
      if (!found.has(key)) found.set(key, row);
    }
    return [...found.values()].map((row) => {
      return { column, word: tidyText(row.cells[column] ?? ""), row };
    });
  });
}

/** Returns the account numbers of a table's rows, in the columns that have them. */
export function accountsOf({ rows }: CsvTable, { roles }: Pick<CsvLayout, "roles">): string[] {
  const columns = roles.flatMap((role, at) => (role === "account" ? [at] : []));
  return [
    ...new Set(rows.map(({ cells }) => columns.map((at) => tidyText(cells[at] ?? "")).join(" "))),
  ].filter((account) => account.trim() !== "");
}

/** True for a date in any order; of plain digits only eight that begin this century. */
export function isDate(cell: string): boolean {
  if (/^\d+$/.test(cell) && !/^20\d{6}$/.test(cell)) return false;
  return dateOrders.some((order) => parseDay(cell, order) !== null);
}

/** True for an amount, which account numbers are not. */
export function isAmount(cell: string): boolean {
  if (/^\d{6,}$/.test(cell) || isDate(cell)) return false;
  return (parseAmount(cell, ".") ?? parseAmount(cell, ",")) !== null;
}
