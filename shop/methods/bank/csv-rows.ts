import type { CsvRow } from "#lib/csv-read.ts";
import type { Result } from "#lib/result.ts";
import { parseAmount, type WrittenAmount } from "./amounts.ts";
import type { BalanceRow } from "./balance.ts";
import { type ColumnRole, type CsvLayout, type CsvTable, wordKey } from "./csv-layout.ts";
import { parseDay } from "./dates.ts";
import { leftOut, type Reading, tidyText, unclear } from "./statement.ts";
import { agreeOnCurrency, headingCurrency, type Meaning, usualMeaning } from "./words.ts";

/** The cells of a row, parsed. Cents are negative with a minus, or in the column `out`. */
export interface CsvParsed extends BalanceRow {
  row: CsvRow;
  cells: string[];
  /** Why it has no amount; null if it has one. */
  noAmount: Reading | null;
  /** Whether its date, or a word, says that it is not booked. */
  isWaiting: boolean;
  /** The currency of the amount; the error says why it is not known. */
  currency: Result<string, string>;
  words: { column: number; word: string; meaning: Meaning | undefined }[];
}

/** Parses the cells of a row as a layout says. */
export function parseRow(row: CsvRow, { heads }: CsvTable, layout: CsvLayout): CsvParsed {
  const { roles, words: meanings, decimal, dateOrder } = layout;
  const cells = row.cells.map(tidyText);
  const cell = (role: ColumnRole) => cells[roles.indexOf(role)] ?? "";
  // A delimiter within a text moves the cells behind it.
  const isLong = heads.length > 0 && cells.slice(heads.length).some(Boolean);
  const found =
    (row.problem === "open-quote" && unclear("a quotation mark is not closed")) ||
    (row.problem && unclear("it is too long")) ||
    (isLong && unclear("it has more cells than there are headings")) ||
    amountOf(cell, layout);
  const amount = "kind" in found ? null : found;
  const head = heads[roles.indexOf(amount?.role ?? "amount")] ?? "";
  const names = amount ? [amount.currency, headingCurrency(head)] : [];
  const words = roles.flatMap((role, column) => {
    const word = cells[column] ?? "";
    return role === "words" ? [{ column, word, meaning: meanings[wordKey(column, word)] }] : [];
  });
  const means = (meaning: Meaning) => words.some((one) => one.meaning === meaning);
  return {
    ...{ row, cells, words, noAmount: "kind" in found ? found : null },
    cents: amount?.cents ?? null,
    currency: agreeOnCurrency([cell("currency"), ...names], layout.currency),
    balance: parseAmount(cell("balance"), decimal)?.cents ?? null,
    day: parseDay(cell("date"), dateOrder),
    isWaiting: usualMeaning(cell("date")) === "pending" || (means("pending") && !means("booked")),
  };
}

/** Returns the amount with the currency beside it; another reading if there is none. */
function amountOf(
  cell: (role: ColumnRole) => string,
  { decimal }: CsvLayout,
): (WrittenAmount & { role: ColumnRole }) | Reading {
  const found = [];
  for (const role of ["amount", "in", "out"] as const) {
    const text = cell(role);
    if (!/[\d\p{L}]/u.test(text)) continue;
    const amount = parseAmount(text, decimal);
    if (!amount) return unclear(`“${text}” is not an amount of the chosen format`);
    // Some banks write a minus in the column of money out; one in the column of money in takes some back.
    if (role === "in" && amount.cents < 0) return unclear(`“${text}” is less than nothing`);
    const cents = role === "out" ? -Math.abs(amount.cents) : amount.cents;
    if (cents !== 0) found.push({ ...amount, cents, role });
  }
  const [first, second] = found;
  if (!first) return leftOut("it has no amount");
  return second ? unclear("it names both money in and money out") : first;
}
