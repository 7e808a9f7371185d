import type { CsvDelimiter, CsvRow } from "#lib/csv-read.ts";
import { dateOrders, type DateOrder, detectDateOrder, parseDay } from "./dates.ts";
import { type DecimalSign, detectDecimal, parseAmount } from "./amounts.ts";
import { currenciesOf, directionOf, headingCurrency, normalizeWord, stateOf } from "./words.ts";

/**
 * The roles of a statement's columns; amounts are either signed in `amount`, or split into `credit` and `debit`. All
 * other columns are text.
 */
export const columnRoles = [
  "date",
  "amount",
  "credit",
  "debit",
  "currency",
  "direction",
  "state",
  "payer",
  "reference",
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The layout of a bank's CSV statements: the index of each role's column, from 0, and the formats. */
export interface CsvLayout {
  columns: Partial<Record<ColumnRole, number>>;
  dateOrder: DateOrder;
  decimal: DecimalSign;
  /** ISO 4217 code of the account, for lines that name none; null if all do. */
  currency: string | null;
}

/** A table with its header row. */
export interface CsvTable {
  delimiter: CsvDelimiter;
  /** Empty when the table has no header row. */
  heads: string[];
  rows: CsvRow[];
}

/** A proposed layout; null for formats that an administrator has to choose. */
export interface LayoutGuess {
  columns: CsvLayout["columns"];
  dateOrder: DateOrder | null;
  decimal: DecimalSign | null;
}

/** Number of rows searched for the header row; rows above it describe the account. */
const HEAD_ROWS = 40;
/** Number of rows by which the columns are judged, since a file may have a million cells. */
const SAMPLE_ROWS = 300;

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
  return { delimiter, heads, rows: first < 0 ? [] : rows.slice(head + 1) };
}

/** Returns the number of columns. */
export function widthOf({ heads, rows }: CsvTable): number {
  return Math.max(heads.length, ...rows.slice(0, HEAD_ROWS).map(({ cells }) => cells.length));
}

/** True for a date in any order; of plain digits only eight that begin this century. */
function isDate(cell: string): boolean {
  if (/^\d+$/.test(cell) && !/^20\d{6}$/.test(cell)) return false;
  return dateOrders.some((order) => parseDay(cell, order) !== null);
}

/** True for an amount, which account numbers are not. */
function isAmount(cell: string): boolean {
  if (/^\d{6,}$/.test(cell) || isDate(cell)) return false;
  return (parseAmount(cell, ".") ?? parseAmount(cell, ",")) !== null;
}

interface Column {
  at: number;
  heading: string;
  /** The normalized heading. */
  head: string;
  /** The cells that are not blank. */
  cells: string[];
}

/** Headings of amounts that are not what came in: balances, fees, rates, amounts before conversion. */
const OTHER =
  /bal(ance)?\b|saldo|solde|kontostand|guthaben|\bfees?\b|gebuhr|entgelt|netto|\bnet\b|frais|kosten|rate|kurs|koers|taxe?\b|steuer|\borig|local|foreign|fremd|ursprung|oorspr|source|individual|auslagen/;
const AMOUNT =
  /amount|betrag|bedrag|umsatz|importe|montant|importo|kwota|valor|belopp|belob|belop|summa|brutto|gross|castka|osszeg|monto|maara|\bvalue\b/;
const CURRENCY =
  /currency|wahrung|waehrung|munt|valuu?ta|devise|divisa|moneda|waluta|valiuta|mena|penznem|\bccy\b/;
const CREDIT =
  /^(credit|haben|gutschrift|paid in|money in|deposit|received|incoming|einzahlung|eingang|abono|haber|ingreso|avere|entrat|accredit|in$|bij$|kredit|insattning|wplyw|recette|credito)/;
const DEBIT =
  /^(debit|debet|soll|belastung|lastschrift|paid out|money out|withdraw|outgoing|auszahlung|ausgang|cargo|debe|dare|uscit|addebit|out$|af$|uttag|wydat|obciaz|depense|debito)/;
const DIRECTION =
  /direction|richtung|cdtdbt|^(dee?bit|dee?bet|soll|af|dr|d|s)\b.*\b(credit|kree?dit|haben|bij|cr|h|c|k)\b|^(credit|kree?dit|haben|bij|cr|c)\b.*\b(dee?bit|dee?bet|soll|af|dr|d)\b/;
const KIND = /type|\btyp\b|soort|\bart$|mutati|\bsens\b|tipo|rodzaj/;
const STATE =
  /^((booking|transaction|payment|buchungs) ?)?(state|status|statut|estado|stato|stan|tila|zustand)$/;

/** Patterns of headings, the best ones first. */
const preferred = {
  date: [
    /book|buch|boek|bokf|bogf|post|comptab|contab|complet|finish|settle/,
    /^(date|datum|fecha|data|dato|kuupaev|pvm)\b|transaction|operation/,
    /^(?!.*(val|wert|rente|start|created|trade|interest))/,
    /^/,
  ],
  amount: [
    /^(account|target|billing|settle(ment|d)?|booked) .*(amount|betrag)/,
    new RegExp(`^(${AMOUNT.source})( [a-z]{3})?$`),
    new RegExp(`^(${AMOUNT.source})`),
    AMOUNT,
    /^/,
  ],
  payer: [
    /payer|debtor|remitter|sender|auftraggeber|absender|zahlungspflichtig|begu?e?nstigt|counter ?party|tegenpartij/,
    /\bnam|naam|\bnom\b|nimi|partner|payee|^from\b|beneficiar|ordenante/,
  ],
  reference: [
    /^(transaction|transferwise|bank|entry|booking) ?(id|ref|reference|number|no)\b|^fitid$|bankreferenz|^ar[ck]hi[iv]|^id$|umsatz id|^volgnr/,
  ],
};

/** Proposes a layout from the header row and the cells; an administrator confirms it. */
export function guessLayout(table: CsvTable): LayoutGuess {
  const sample = table.rows.slice(0, SAMPLE_ROWS);
  const all = Array.from({ length: widthOf(table) }, (_, at): Column => {
    const heading = table.heads[at] ?? "";
    const cells = sample.map((row) => row.cells[at]?.trim() ?? "").filter(Boolean);
    // "(after fees)" says nothing about whose amount it is.
    const head = normalizeWord(heading.replace(/\((after|before|incl|excl|inkl)\b.*?\)/i, ""));
    return { at, heading, head, cells };
  });
  const columns: CsvLayout["columns"] = {};
  const free = () => all.filter(({ at }) => !Object.values(columns).includes(at));
  const take = (role: ColumnRole, column: Column | undefined) => {
    if (column) columns[role] = column.at;
    return column;
  };
  const dates = all.filter(({ cells }) => mostly(cells, isDate));
  take(
    "date",
    best("date", dates) ??
      best(
        "date",
        all.filter(({ cells }) => cells.some(isDate)),
      ),
  );
  const split = free().filter(({ cells, head }) => !DIRECTION.test(head) && cells.every(isAmount));
  const credit = split.find(({ head }) => CREDIT.test(head));
  const debit = split.find(({ head }) => DEBIT.test(head));
  const amounts = free().filter(({ cells, head }) => !OTHER.test(head) && mostly(cells, isAmount));
  // Without headings, a balance has no minus.
  const signed = amounts.filter(({ cells }) => cells.some((cell) => /[-\u2212(]/.test(cell)));
  const single =
    best("amount", table.heads.length === 0 && signed.length > 0 ? signed : amounts) ?? credit;
  const paid = credit && debit ? take("credit", credit) : take("amount", single);
  if (credit && debit) take("debit", debit);
  const words = () =>
    free().filter(({ cells }) => cells.length > 0 && !cells.some((cell) => /\d/.test(cell)));
  const headed = (heading: RegExp) => words().find(({ head }) => heading.test(head));
  if (paid && !headingCurrency(paid.heading)) take("currency", currencyBeside(paid, words()));
  take(
    "direction",
    headed(DIRECTION) ?? directionColumn(words(), Boolean(debit) || signed.length > 0),
  );
  take("state", headed(STATE) ?? words().find(({ cells }) => cells.some(stateOf)));
  const isName = ({ head, cells }: Column) =>
    !/account|bank|card|file|iban|mail|number|konto|kood/.test(head) &&
    mostly(cells, (cell) => !/\d{4}/.test(cell));
  take("payer", best("payer", free().filter(isName)));
  take("reference", best("reference", free()));
  const cellsOf = (...roles: ColumnRole[]) =>
    roles.flatMap((role) => all[columns[role] ?? -1]?.cells ?? []);
  return {
    columns,
    dateOrder: detectDateOrder(cellsOf("date").filter(isDate)),
    decimal: detectDecimal(cellsOf("amount", "credit", "debit").filter(isAmount)),
  };
}

/** Returns the layout if the guess is complete; null if an administrator has to choose more. */
export function completeLayout(guess: LayoutGuess, currency: string | null): CsvLayout | null {
  const { columns, dateOrder, decimal } = guess;
  if (columns.date === undefined || (columns.amount ?? columns.credit) === undefined) return null;
  return dateOrder && decimal ? { columns, dateOrder, decimal, currency } : null;
}

function best(role: keyof typeof preferred, from: readonly Column[]): Column | undefined {
  const found = preferred[role].map((pattern) => from.find(({ head }) => pattern.test(head)));
  return found.find(Boolean);
}

function mostly(cells: readonly string[], is: (cell: string) => boolean): boolean {
  return cells.filter(is).length * 2 > cells.length;
}

/**
 * Returns the column whose words say in or out: of both directions, and where amounts have no sign one of them, or words
 * of a kind of payment that may not be known, since nothing else says it.
 */
function directionColumn(words: readonly Column[], isSigned: boolean): Column | undefined {
  const saysBoth = ({ cells }: Column) => new Set(cells.map(directionOf)).size === 2;
  const both = words.find((column) => saysBoth(column) && column.cells.every(directionOf));
  if (both || isSigned) return both;
  const isWord = (cell: string) => cell.length > 1 && directionOf(cell) !== null;
  return (
    words.find(({ cells }) => cells.some(isWord)) ??
    words.find(({ head, cells }) => KIND.test(head) && new Set(cells).size > 1)
  );
}

/** Returns the currency's column that belongs to an amount: of the same name (`Account …`), else the nearest one. */
function currencyBeside(amount: Column, words: readonly Column[]): Column | undefined {
  const nameOf = ({ head }: Column) =>
    head.replace(new RegExp(`(${AMOUNT.source}|${CURRENCY.source}).*`), "");
  const rank = (column: Column) =>
    (nameOf(column) === nameOf(amount) ? 0 : 1000) +
    Math.abs(column.at - amount.at) * 2 -
    (column.at > amount.at ? 1 : 0);
  return words
    .filter(
      ({ head, cells }) =>
        !OTHER.test(head) &&
        (cells.every((cell) => currenciesOf(cell).length === 1) ||
          (CURRENCY.test(head) && cells.every((cell) => cell.length <= 4))),
    )
    .toSorted((a, b) => rank(a) - rank(b))[0];
}
