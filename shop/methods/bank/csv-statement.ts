import { type CsvProblem, type CsvRow, detectDelimiter, parseCsv } from "#lib/csv-read.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isProof, type Moved, movements } from "./balance.ts";
import {
  accountsOf,
  type ColumnRole,
  type CsvLayout,
  type CsvTable,
  findTable,
} from "./csv-layout.ts";
import { type CsvParsed, parseRow } from "./csv-rows.ts";
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
import type { Meaning } from "./words.ts";

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
  if (table.read) return { readings: table.read(given.words), layout: given, example: null };
  const parsed = table.rows.map((row) => parseRow(row, table, given));
  // Below a line that is none of the table, its columns may mean something else, or be another account's.
  const first = parsed.findIndex(isWhole);
  const isEnd = ({ day, isWaiting }: CsvParsed, at: number) =>
    first >= 0 && at > first && day === null && !isWaiting;
  const end = parsed.findIndex(isEnd);
  const inside = end < 0 ? parsed : parsed.slice(0, end);
  const moved = movements(
    inside.map((one) => (mayMove(one, given) ? one : { ...one, cents: null })),
  );
  const rows = parsed.map((one, at): Row => {
    return { ...one, moved: moved[at] ?? null, isBelow: at >= inside.length };
  });
  const layout = learn(given, rows.slice(0, inside.length));
  const open = rows.find(
    (one) => one.cents !== null && !one.isBelow && waysOf(one, layout).length === 0,
  );
  const isMixed = accountsOf(table, layout).length > 1 && "the file has lines of several accounts";
  const lines = inside.filter(isWhole);
  const shares = layout.roles.map(
    (_, at) => lines.filter(({ cells }) => cells[at]).length / Math.max(1, lines.length),
  );
  return {
    readings: rows.map((one) => ({
      ...readRow(one, table, layout, [isMixed, lackOf(one, shares, table, layout)]),
      ...{ place: `Line ${one.row.line}`, text: tidyText(one.cells.join(" ")) },
    })),
    layout,
    example:
      layout.positive === null && open
        ? { row: open.row, isPositive: (open.cents ?? 0) > 0 }
        : null,
  };
}

type Row = CsvParsed & { moved: Moved; isBelow: boolean };

const isWhole = ({ day, cents }: CsvParsed) => day !== null && cents !== null;

/** True unless it is known that the account's balance does not move by this row. */
function mayMove(row: CsvParsed, { currency }: CsvLayout): boolean {
  return !row.isWaiting && (!row.currency.ok || row.currency.value === currency);
}

/**
 * Returns what a row lacks that others have, as totals and lines that are not booked do. `shares` are those of the lines
 * that have something in each column.
 */
function lackOf(
  { cells, words }: Row,
  shares: readonly number[],
  { heads }: CsvTable,
  { roles }: CsvLayout,
): string | false {
  const at = roles.findIndex((role, column) => {
    if (cells[column] || ["amount", "in", "out", "ignored"].includes(role)) return false;
    const meaning = words.find((one) => one.column === column)?.meaning ?? "nothing";
    const most = role === "balance" || role === "currency" ? 0 : 2 / 3;
    return meaning === "nothing" && (shares[column] ?? 0) > most;
  });
  return at >= 0 && `it has nothing in “${heads[at] ?? ""}”, as other lines do`;
}

/** Adds to a layout which signs its rows have, and that money without a minus came in, if all balances say so. */
function learn(layout: CsvLayout, rows: readonly Row[]): CsvLayout {
  const signs = new Set(rows.flatMap(({ cents }) => Math.sign(cents ?? 0) || []));
  const proven = rows.filter(({ moved }) => isProof(moved));
  const isPlain =
    proven.length > 0 && proven.every(({ moved, cents }) => (moved === "in") === (cents ?? 0) > 0);
  const bothSigns = layout.bothSigns || signs.size === 2;
  return { ...layout, bothSigns, positive: layout.positive ?? (isPlain ? "in" : null) };
}

type Way = { way: "in" | "out"; by: string };

/** Returns each proof of where the money of a row went. */
function waysOf({ words, moved, cents }: Row, layout: CsvLayout): Way[] {
  const ways = words.flatMap(({ word, meaning }): Way[] =>
    meaning === "in" || meaning === "out" ? [{ way: meaning, by: `“${word}”` }] : [],
  );
  if (isProof(moved)) ways.push({ way: moved, by: "the balance" });
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

function readRow(
  row: Row,
  { heads }: CsvTable,
  layout: CsvLayout,
  doubts: readonly (string | false)[],
): Reading {
  const { cells, words, noAmount, cents, currency, moved, day, isBelow } = row;
  const { roles, currency: account } = layout;
  const cell = (role: ColumnRole) => cells[roles.indexOf(role)] ?? "";
  const says = (column: number) => words.find((one) => one.column === column)?.meaning ?? "nothing";
  const texts = cells.filter(
    (text, at) =>
      ["text", "id", "words"].includes(roles[at] ?? "text") &&
      says(at) === "nothing" &&
      !NO_TEXT.test(text),
  );
  const wordOf = (meaning: Meaning | undefined) => {
    const found = words.find((one) => one.meaning === meaning);
    return found && (found.word ? `“${found.word}”` : "an empty cell");
  };
  const [booked, pending, returned] = [wordOf("booked"), wordOf("pending"), wordOf("returned")];
  if (row.isWaiting) return leftOut("it is not booked");
  if (noAmount || cents === null) return noAmount ?? leftOut("it has no amount");
  const ways = waysOf(row, layout);
  const [way, other] = new Map(ways.map((one) => [one.way, one])).values();
  if (way?.way === "out" && !other && !isBelow) return leftOut("it is money out");
  if ([cell("date"), cell("payer"), ...texts].some((text) => BALANCE.test(text)))
    return leftOut("it is a balance");
  if (day === null) return unclear(`“${cell("date")}” is not a date of the chosen format`);
  if (!currency.ok) return unclear(currency.error);
  const unknown = words.find(({ meaning }) => meaning === undefined);
  const bookedBy =
    booked ??
    ((isProof(moved) && "the balance") || (layout.allBooked && "your word for this account"));
  return readingOf(
    {
      ...{ reference: cell("id") || null, cents: Math.abs(cents), currency: currency.value },
      ...{ bookedOn: day, payer: cell("payer"), purpose: joinTexts(texts) },
      content: JSON.stringify(cells),
    },
    [
      `account in ${account}`,
      `came in by ${ways.map(({ by }) => by).join(" and ")}`,
      `booked by ${bookedBy || ""}`,
    ],
    [
      ...doubts,
      isBelow && "a line above it is none of the table, and may begin another",
      currency.value !== account && `it is in ${currency.value}, and the account in ${account}`,
      moved === "unfit" && "the balance does not change by its amount",
      way && other && `${way.by} says “${way.way}”, ${other.by} “${other.way}”`,
      !way && "nothing proves whether money came in or went out",
      pending && booked && `it is ${booked} and ${pending}`,
      !bookedBy && "nothing says that it is booked",
      returned && `it is ${returned}`,
      unknown && `${wordOf(undefined)} in “${heads[unknown.column] ?? ""}” has no meaning yet`,
    ],
  );
}
