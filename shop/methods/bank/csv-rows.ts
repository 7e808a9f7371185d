import type { CsvRow } from "#lib/csv-read.ts";
import type { Result } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { type ColumnRole, type CsvLayout, type CsvTable, wordKey } from "./csv-layout.ts";
import { parseDay } from "./dates.ts";
import { leftOut, type Reading, tidyText, unclear } from "./statement.ts";
import { agreeOnCurrency, headingCurrency, type Meaning, usualMeaning } from "./words.ts";

/** The cells of a row, parsed. Cents are negative with a minus, or in the column `out`. */
export interface CsvParsed {
  row: CsvRow;
  cells: string[];
  cents: number | null;
  balance: number | null;
  day: string | null;
  /** Whether its date, or a word, says that it is not booked. */
  isWaiting: boolean;
  /** The currency beside the amount, and the amount's column; or why it has no amount. */
  amount: Amount | Reading;
  /** The currency of the amount; the error says why it is not known. */
  currency: Result<string, string>;
  words: { column: number; word: string; meaning: Meaning | undefined }[];
}

interface Amount {
  cents: number;
  currency: string;
  column: number;
}

/** Parses the cells of a row as a layout says. */
export function parseRow(row: CsvRow, { heads }: CsvTable, layout: CsvLayout): CsvParsed {
  const { roles, words, decimal, dateOrder } = layout;
  const cells = row.cells.map(tidyText);
  const cell = (role: ColumnRole) => cells[roles.indexOf(role)] ?? "";
  // A delimiter within a text moves the cells behind it.
  const isLong = heads.length > 0 && cells.slice(heads.length).some(Boolean);
  const amount =
    (row.problem === "open-quote" && unclear("a quotation mark is not closed")) ||
    (row.problem && unclear("it is too long")) ||
    (isLong && unclear("it has more cells than there are headings")) ||
    amountOf(cell, layout);
  const names =
    "kind" in amount ? [] : [amount.currency, headingCurrency(heads[amount.column] ?? "")];
  const meant = roles.flatMap((role, column) => {
    const word = cells[column] ?? "";
    return role === "words" ? [{ column, word, meaning: words[wordKey(column, word)] }] : [];
  });
  const means = (meaning: Meaning) => meant.some((one) => one.meaning === meaning);
  return {
    ...{ row, cells, amount, words: meant },
    cents: "kind" in amount ? null : amount.cents,
    currency: agreeOnCurrency([cell("currency"), ...names], layout.currency),
    balance: parseAmount(cell("balance"), decimal)?.cents ?? null,
    day: parseDay(cell("date"), dateOrder),
    isWaiting: usualMeaning(cell("date")) === "pending" || (means("pending") && !means("booked")),
  };
}

/** Returns the amount with the currency beside it; another reading if there is none. */
function amountOf(
  cell: (role: ColumnRole) => string,
  { roles, decimal }: CsvLayout,
): Amount | Reading {
  const found = [];
  for (const role of ["amount", "in", "out"] as const) {
    const text = cell(role);
    if (!/[\d\p{L}]/u.test(text)) continue;
    const amount = parseAmount(text, decimal);
    if (!amount) return unclear(`“${text}” is not an amount of the chosen format`);
    // Some banks write a minus in the column of money out; one in the column of money in takes some back.
    if (role === "in" && amount.cents < 0) return unclear(`“${text}” is less than nothing`);
    const cents = role === "out" ? -Math.abs(amount.cents) : amount.cents;
    if (cents !== 0) found.push({ ...amount, cents, column: roles.indexOf(role) });
  }
  const [first, second] = found;
  if (!first) return leftOut("it has no amount");
  return second ? unclear("it names both money in and money out") : first;
}
