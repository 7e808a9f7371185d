import { type CsvProblem, type CsvRow, detectDelimiter, parseCsv } from "#lib/csv-read.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { type ColumnRole, type CsvLayout, type CsvTable, findTable } from "./csv-layout.ts";
import { parseDay } from "./dates.ts";
import {
  joinTexts,
  leftOut,
  type PlacedReading,
  type Reading,
  readingOf,
  STATEMENT_MAX_LINES,
  type StatementProblem,
  tidyText,
  tooManyLines,
  unclear,
} from "./statement.ts";
import { agreeOnCurrency, directionOf, headingCurrency, stateOf } from "./words.ts";

const limits = { rows: STATEMENT_MAX_LINES, columns: 200 };

/** Finds the table in a bank's CSV file. */
export function readTable(text: string): Result<CsvTable, StatementProblem> {
  const delimiter = detectDelimiter(text, limits);
  const rows = parseCsv(text, delimiter, limits);
  if (!rows.ok) return err(problemOf(rows.error));
  const table = findTable(rows.value, delimiter);
  return table.rows.length === 0
    ? err({
        line: null,
        problem:
          "This is no bank statement in CSV, CAMT or MT940: no line has a date and an amount",
      })
    : ok(table);
}

function problemOf({ line, reason }: CsvProblem): StatementProblem {
  if (reason === "too-many-rows") return tooManyLines;
  return reason === "too-many-columns"
    ? { line, problem: `This row has more than ${limits.columns} columns` }
    : { line, problem: "Too many rows have a quotation mark that is not closed" };
}

/** Reads the rows of a table with this layout. */
export function readCsv(table: CsvTable, layout: CsvLayout): PlacedReading[] {
  return table.rows.map((row) => ({ ...readRow(row, table, layout), place: `Line ${row.line}` }));
}

/** Texts of rows that state a balance, with its date. */
const BALANCE =
  /^(((beginning|opening|starting|ending|closing) )?balance|balance (brought|carried) forward|totals?|\p{L}*saldo|solde( initial| final)?|summe)( (as of|on|vom|am|per|au|al|op))?[ :]*[\d./-]*$/iu;
/** A date, an amount, a currency or an account: no text. Plain digits could be an order id. */
const NO_TEXT = /^((?!\d{5,}$)[\d\s.,:/+\-\p{Sc}]*|[A-Z]{3}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/u;

function readRow(row: CsvRow, { heads }: CsvTable, layout: CsvLayout): Reading {
  const { columns } = layout;
  if (row.problem === "open-quote") return unclear("a quotation mark is not closed");
  if (row.problem) return unclear("it is too long");
  const cells = row.cells.map(tidyText);
  // A delimiter within a text moves the cells behind it.
  if (heads.length > 0 && cells.slice(heads.length).some(Boolean))
    return unclear("it has more cells than there are headings");
  const cell = (role: ColumnRole) => cells[columns[role] ?? -1] ?? "";
  const state = stateOf(cell("state"));
  if (state === "open" || stateOf(cell("date")) === "open") return leftOut("it is not booked");
  const amount = amountOf(cell, layout);
  if ("kind" in amount) return amount;
  const direction = directionOf(cell("direction"));
  if (amount.cents < 0 || direction === "out") return leftOut("it is money out");
  const { reference: _, ...understood } = columns;
  const used = new Set<number>(Object.values(understood));
  const texts = cells.filter((text, at) => !used.has(at) && !NO_TEXT.test(text));
  if ([cell("date"), ...texts].some((text) => text === "" || BALANCE.test(text)))
    return leftOut("it is a balance");
  const bookedOn = parseDay(cell("date"), layout.dateOrder);
  if (!bookedOn) return unclear(`“${cell("date")}” is not a date of the chosen format`);
  const currency = agreeOnCurrency(
    [cell("currency"), amount.currency, headingCurrency(heads[amount.column] ?? "")],
    layout.currency,
  );
  if (!currency.ok) return unclear(currency.error);
  const doubts = [
    columns.state !== undefined && state === null && `its state “${cell("state")}” is not known`,
    columns.direction !== undefined &&
      direction === null &&
      `“${cell("direction")}” does not say whether money came in or went out`,
  ];
  return readingOf({
    reference: cell("reference") || null,
    cents: amount.cents,
    currency: currency.value,
    bookedOn,
    payer: cell("payer"),
    purpose: joinTexts(texts),
    content: JSON.stringify(cells),
    doubt: doubts.filter(Boolean).join(", and ") || null,
  });
}

/** Returns the amount, negative if it went out, with the currency beside it; another reading if there is none. */
function amountOf(
  cell: (role: ColumnRole) => string,
  { columns, decimal }: CsvLayout,
): { cents: number; currency: string; column: number } | Reading {
  const found = [];
  for (const role of columns.amount === undefined
    ? (["credit", "debit"] as const)
    : (["amount"] as const)) {
    const text = cell(role);
    if (!/[\d\p{L}]/u.test(text)) continue;
    const amount = parseAmount(text, decimal);
    if (!amount) return unclear(`“${text}” is not an amount of the chosen format`);
    const cents = role === "debit" ? -Math.abs(amount.cents) : amount.cents;
    if (cents !== 0) found.push({ ...amount, cents, column: columns[role] ?? -1 });
  }
  const [first, second] = found;
  if (!first) return leftOut("it has no amount");
  return second ? unclear("it names both money in and money out") : first;
}
