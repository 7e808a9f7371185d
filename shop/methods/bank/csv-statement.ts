import { type CsvProblem, detectDelimiter, parseCsv } from "#lib/csv-read.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { type ColumnRole, type CsvLayout, type CsvTable, findTable } from "./csv-layout.ts";
import { parseDay } from "./dates.ts";
import {
  type Statement,
  STATEMENT_MAX_LINES,
  type StatementLine,
  type StatementProblem,
  tidyText,
  tooManyLines,
} from "./statement.ts";

const IS_DEBIT = /^(s|d|dr|debit|dbit|soll|af|-)\b|^-$/i;

const limits = { rows: STATEMENT_MAX_LINES, columns: 200 };

/** Finds the table in a bank's CSV file. */
export function readTable(text: string): Result<CsvTable, StatementProblem> {
  const delimiter = detectDelimiter(text, limits);
  const rows = parseCsv(text, delimiter, limits);
  if (!rows.ok) return err(problemOf(rows.error));
  const table = findTable(rows.value, delimiter);
  return table.heads.length < 2
    ? err({ line: null, problem: "This is neither a CSV table nor a CAMT.053 statement" })
    : ok(table);
}

function problemOf({ line, reason }: CsvProblem): StatementProblem {
  if (reason === "too-many-rows") return tooManyLines;
  if (reason === "too-many-columns")
    return { line, problem: `This row has more than ${limits.columns} columns` };
  if (reason === "row-too-long")
    return { line, problem: "This row is too long; a quotation mark may not be closed" };
  return { line, problem: "A quotation mark is not closed" };
}

/** Reads the credits of a table with this layout. The first cell that does not fit it is returned as the problem. */
export function readCsv(table: CsvTable, layout: CsvLayout): Result<Statement, StatementProblem> {
  const lines: StatementLine[] = [];
  let others = 0;
  for (const row of table.rows) {
    const cell = (role: ColumnRole) => tidyText(row.cells[layout.columns[role] ?? -1] ?? "");
    // Some banks add rows with totals below the table.
    if (!/\d/.test(cell("date"))) {
      others += 1;
      continue;
    }
    const wrong = (problem: string) => err<StatementProblem>({ line: row.line, problem });
    const bookedOn = parseDay(cell("date"), layout.dateOrder);
    if (!bookedOn) return wrong(`“${cell("date")}” does not match the chosen date format`);
    const amount = creditOf(cell, layout);
    if (!amount.ok) return wrong(`“${amount.error}” does not match the chosen amount format`);
    const currency = cell("currency") ? cell("currency").toUpperCase() : layout.currency;
    if (!/^[A-Z]{3}$/.test(currency)) return wrong(`“${currency}” is not a currency code`);
    if (amount.value <= 0) {
      others += 1;
      continue;
    }
    lines.push({
      reference: cell("reference") || null,
      cents: amount.value,
      currency,
      bookedOn,
      payer: cell("payer"),
      purpose: tidyText(`${cell("purpose")} ${cell("more")}`),
      content: JSON.stringify(row.cells.map(tidyText)),
    });
  }
  return ok({ lines, others });
}

/** Returns the credited cents, zero or negative for a debit; the error is the text that is not an amount. */
function creditOf(
  cell: (role: ColumnRole) => string,
  { columns, decimal }: CsvLayout,
): Result<number, string> {
  const role = columns.amount === undefined ? "credit" : "amount";
  const text = cell(role);
  // With separate columns, a line without a credit is a debit.
  if (text === "") return role === "credit" ? ok(0) : err("");
  const cents = parseAmount(text, decimal);
  if (cents === null) return err(text);
  return ok(role === "amount" && IS_DEBIT.test(cell("sign")) ? -Math.abs(cents) : cents);
}
