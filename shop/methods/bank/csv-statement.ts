import { type CsvProblem, type CsvRow, detectDelimiter, parseCsv } from "#lib/csv-read.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { fits, movements } from "./balance.ts";
import {
  accountsOf,
  type ColumnRole,
  type CsvLayout,
  type CsvTable,
  findTable,
  wordKey,
} from "./csv-layout.ts";
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
import { agreeOnCurrency, headingCurrency, type Meaning, usualMeaning } from "./words.ts";

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

/** What was read of a table, and what its layout has learned by it. */
export interface CsvReadings {
  readings: PlacedReading[];
  layout: CsvLayout;
  /**
   * A row of which a person has to tell whether its money came in, since nothing in the file does, and whether its
   * amount has no minus, or stands in the column `in`. Null if there is none, or it was told.
   */
  example: { row: CsvRow; isPositive: boolean } | null;
}

/** Reads the rows of a table with this layout. */
export function readCsv(table: CsvTable, given: CsvLayout): CsvReadings {
  const parsed = table.rows.map((row) => ({ row, ...parseRow(row, table, given) }));
  const moved = movements(parsed);
  const rows = parsed.map((one, at): Row => {
    return { ...one, moved: moved[at] ?? null, isProven: fits(moved[at], one) };
  });
  const layout = learn(given, rows);
  const isOpen = (one: Row) => one.cents !== null && waysOf(one, layout).length === 0;
  const open = layout.positive === null ? rows.find(isOpen) : undefined;
  const isMixed = accountsOf(table, layout).length > 1;
  return {
    readings: rows.map((one) => ({
      ...readRow(one, table, layout, isMixed),
      place: `Line ${one.row.line}`,
    })),
    layout,
    example: open ? { row: open.row, isPositive: (open.cents ?? 0) > 0 } : null,
  };
}

/** The cells of a row, parsed. Cents are negative with a minus, or in the column `out`. */
interface Parsed {
  cells: string[];
  cents: number | null;
  balance: number | null;
  day: string | null;
  /** The currency beside the amount, and the amount's column; or why it has no amount. */
  amount: Amount | Reading;
  words: { column: number; word: string; meaning: Meaning | undefined }[];
}

interface Amount {
  cents: number;
  currency: string;
  column: number;
}
type Row = Parsed & { row: CsvRow; moved: number | null; isProven: boolean };

function parseRow(row: CsvRow, { heads }: CsvTable, layout: CsvLayout): Parsed {
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
  return {
    cells,
    amount,
    cents: "kind" in amount ? null : amount.cents,
    balance: parseAmount(cell("balance"), decimal)?.cents ?? null,
    day: parseDay(cell("date"), dateOrder),
    words: roles.flatMap((role, column) => {
      const word = cells[column] ?? "";
      return role === "words" ? [{ column, word, meaning: words[wordKey(column, word)] }] : [];
    }),
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

/** Adds to a layout which signs its rows have, and, where balances prove it, what they mean. */
function learn(layout: CsvLayout, rows: readonly Row[]): CsvLayout {
  const signs = new Set(rows.flatMap(({ cents }) => Math.sign(cents ?? 0) || []));
  const [proven = null, other] = new Set(
    rows.flatMap(({ isProven, moved, cents }) =>
      isProven ? ((moved ?? 0) > 0 === (cents ?? 0) > 0 ? "in" : "out") : [],
    ),
  );
  const bothSigns = layout.bothSigns || signs.size === 2;
  return { ...layout, bothSigns, positive: layout.positive ?? (other ? null : proven) };
}

type Way = { way: "in" | "out"; by: string };

/** Returns each proof of where the money of a row went. */
function waysOf({ words, isProven, moved, cents }: Row, layout: CsvLayout): Way[] {
  const ways = words.flatMap(({ word, meaning }): Way[] =>
    meaning === "in" || meaning === "out" ? [{ way: meaning, by: `“${word}”` }] : [],
  );
  if (isProven) ways.push({ way: (moved ?? 0) > 0 ? "in" : "out", by: "the balance" });
  // With one sign only, amounts may have no sign at all; a minus is one.
  const isPair = layout.roles.includes("in") && layout.roles.includes("out");
  if (cents !== null && layout.positive && (isPair || layout.bothSigns || cents < 0)) {
    const isIn = cents > 0 === (layout.positive === "in");
    ways.push({ way: isIn ? "in" : "out", by: isPair ? "its column" : "its sign" });
  }
  return ways;
}

/** Texts of rows that state a balance, with its date. */
const BALANCE =
  /^(((beginning|opening|starting|ending|closing) )?balance|balance (brought|carried) forward|totals?|\p{L}*saldo|solde( initial| final)?|summe)( (as of|on|vom|am|per|au|al|op))?[ :]*[\d./-]*$/iu;
/** A date, an amount, a currency or an account: no text. Plain digits could be an order id. */
const NO_TEXT = /^((?!\d{5,}$)[\d\s.,:/+\-\p{Sc}]*|[A-Z]{3}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/u;

function readRow(row: Row, { heads }: CsvTable, layout: CsvLayout, isMixed: boolean): Reading {
  const { cells, words, amount, moved, isProven } = row;
  const { roles, currency: account } = layout;
  const cell = (role: ColumnRole) => cells[roles.indexOf(role)] ?? "";
  const said = new Set(
    words.flatMap(({ column, meaning = "nothing" }) => (meaning === "nothing" ? [] : column)),
  );
  const texts = cells.filter(
    (text, at) =>
      ["text", "id", "words"].includes(roles[at] ?? "text") && !said.has(at) && !NO_TEXT.test(text),
  );
  const meant = (meaning: Meaning) => words.filter((one) => one.meaning === meaning);
  const [booked] = meant("booked");
  const [pending] = meant("pending");
  if (pending && !booked) return leftOut("it is not booked");
  if (usualMeaning(cell("date")) === "pending") return leftOut("it is not booked");
  if ("kind" in amount) return amount;
  const ways = waysOf(row, layout);
  const [way, other] = new Map(ways.map((one) => [one.way, one])).values();
  if (way?.way === "out" && !other) return leftOut("it is money out");
  if ([cell("date"), cell("payer"), ...texts].some((text) => BALANCE.test(text)))
    return leftOut("it is a balance");
  if (row.day === null) return unclear(`“${cell("date")}” is not a date of the chosen format`);
  const currency = agreeOnCurrency(
    [cell("currency"), amount.currency, headingCurrency(heads[amount.column] ?? "")],
    account,
  );
  if (!currency.ok) return unclear(currency.error);
  const unknown = words.find(({ meaning }) => meaning === undefined);
  const [returned] = meant("returned");
  const bookedBy =
    (booked && `“${booked.word}”`) ||
    (isProven && "the balance") ||
    (layout.allBooked && "your word for this account");
  return readingOf(
    {
      reference: cell("id") || null,
      cents: Math.abs(amount.cents),
      currency: currency.value,
      bookedOn: row.day,
      payer: cell("payer"),
      purpose: joinTexts(texts),
      content: JSON.stringify(cells),
    },
    [
      `account in ${account}`,
      `came in by ${ways.map(({ by }) => by).join(" and ")}`,
      `booked by ${bookedBy || ""}`,
    ],
    [
      isMixed && "the file has lines of several accounts",
      currency.value !== account && `it is in ${currency.value}, and the account in ${account}`,
      moved !== null && !isProven && "the balance does not change by its amount",
      way && other && `${way.by} says “${way.way}”, ${other.by} “${other.way}”`,
      !way && "nothing proves whether money came in or went out",
      pending && booked && `it is “${booked.word}” and “${pending.word}”`,
      !bookedBy && "nothing says that it is booked",
      returned && `it is “${returned.word}”`,
      unknown && `${named(unknown.word)} in “${heads[unknown.column] ?? ""}” has no meaning yet`,
    ].map((doubt) => doubt || null),
  );
}

function named(word: string): string {
  return word ? `“${word}”` : "nothing";
}
