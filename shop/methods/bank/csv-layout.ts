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

function isDate(cell: string): boolean {
  // Eight digits are a date of this century, not an amount.
  return (!/^\d+$/.test(cell.trim()) || /^20\d{6}$/.test(cell.trim())) && anyDay(cell);
}

function anyDay(cell: string): boolean {
  return dateOrders.some((order) => parseDay(cell, order) !== null);
}

function isAmount(cell: string): boolean {
  return !isDate(cell) && (parseAmount(cell, ".") ?? parseAmount(cell, ",")) !== null;
}

interface Column {
  at: number;
  /** The normalized heading. */
  head: string;
  heading: string;
  /** The cells that are not blank. */
  cells: string[];
}

/** Headings of amounts that are not what came in: balances, fees, rates, amounts before conversion. */
const OTHER =
  /bal(ance)?\b|saldo|solde|kontostand|guthaben|\bfees?\b|gebuhr|entgelt|netto|\bnet\b|frais|kosten|rate|kurs|koers|taxe?\b|steuer|\borig|foreign|fremd|ursprung|oorspr|source|individual|auslagen/;
const AMOUNT =
  /amount|betrag|bedrag|umsatz|importe|montant|importo|kwota|valor|belopp|belop|summa|brutto|gross|castka|osszeg|monto|\bvalue\b/;
const CREDIT =
  /^(credit|haben|gutschrift|paid in|money in|deposit|received|incoming|einzahlung|eingang|abono|haber|ingreso|avere|entrat|accredit|in$|bij$|kredit|insattning|wplyw|recette|credito)/;
const DEBIT =
  /^(debit|debet|soll|belastung|paid out|money out|withdraw|outgoing|auszahlung|ausgang|cargo|debe|dare|uscit|addebit|out$|af$|uttag|wydat|obciaz|depense|debito)/;
const CURRENCY =
  /currency|wahrung|waehrung|munt|valuu?ta|devise|divisa|moneda|waluta|valiuta|mena|penznem|\bccy\b/;
const DIRECTION =
  /direction|richtung|cdtdbt|^(debit|debet|credit|soll|haben|af|dr|cr|d|s|c) ?(or |of )?(credit|debit|debet|haben|bij|cr|dr|h|c|k|d)( indicator| kennzeichen)?$/;
const KIND = /type|\btyp\b|soort|\bart$|mutati|\bsens\b|tipo|rodzaj/;
const STATE =
  /^((booking|transaction|payment|buchungs) ?)?(state|status|statut|estado|stato|stan|tila|zustand)$/;

/** Patterns of headings, the best ones first. */
const preferred: Record<"date" | "amount" | "payer" | "reference", RegExp[]> = {
  date: [
    /book|buch|boek|post|comptab|contab|complet|finish|transaction|operation/,
    /^(date|datum|fecha|data|dato|kuupaev|pvm)\b/,
    /^(?!.*(val|wert|rente|start|created|trade|interest))/,
    /./,
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
    /\bnam|naam|\bnom\b|partner|payee|^from\b|beneficiar|ordenante/,
  ],
  reference: [
    /^(transaction|transferwise|bank|entry|booking) ?(id|ref|reference|number|no)\b|^fitid$|bankreferenz|archiv|^id$|umsatz id|^volgnr/,
  ],
};

/** Proposes a layout from the header row and the cells; an administrator confirms it. */
export function guessLayout(table: CsvTable): LayoutGuess {
  const all = Array.from({ length: widthOf(table) }, (_, at): Column => {
    const heading = table.heads[at] ?? "";
    const cells = table.rows.map((row) => row.cells[at]?.trim() ?? "").filter(Boolean);
    // "(after fees)" says nothing about whose amount it is.
    const head = normalizeWord(heading.replace(/\((after|before|incl|excl|inkl)\b.*?\)/i, ""));
    return { at, heading, head, cells };
  });
  const taken = new Set<Column>();
  const columns: CsvLayout["columns"] = {};
  const take = (role: ColumnRole, column: Column | undefined) => {
    if (!column) return;
    columns[role] = column.at;
    taken.add(column);
  };
  const free = () => all.filter((column) => !taken.has(column));
  take(
    "date",
    best(
      "date",
      all.filter(({ cells }) => mostly(cells, isDate)),
    ),
  );
  const amounts = free().filter(({ cells, head }) => !OTHER.test(head) && mostly(cells, isAmount));
  const split = free().filter(({ cells }) => cells.every(isAmount));
  const credit = split.find(({ head }) => CREDIT.test(head) && !DIRECTION.test(head));
  const debit = split.find(({ head }) => DEBIT.test(head) && !DIRECTION.test(head));
  const amount = credit && debit ? undefined : (best("amount", amounts) ?? credit);
  if (amount) take("amount", amount);
  else {
    take("credit", credit);
    take("debit", debit);
  }
  const paid = amount ?? credit;
  const words = free().filter(
    ({ cells }) => cells.length > 0 && !cells.some((cell) => /\d/.test(cell)),
  );
  if (paid && !headingCurrency(paid.heading)) take("currency", currencyBeside(paid, words));
  const known = (of: (word: string) => string | null) =>
    words.filter(
      (column) => !taken.has(column) && column.cells.every((cell) => cell.length > 1 && of(cell)),
    );
  const headed = (pattern: RegExp) => words.find(({ head }) => pattern.test(head));
  // Among signed amounts, only words for both directions are about the direction.
  const isSigned = Boolean(debit) || amount?.cells.some((cell) => /[-\u2212(]/.test(cell));
  const both = known(directionOf).find(
    ({ cells }) => !isSigned || new Set(cells.map(directionOf)).size === 2,
  );
  // Among unsigned amounts, so may words that are not known.
  const kinds = isSigned ? undefined : headed(KIND);
  take(
    "direction",
    headed(DIRECTION) ?? both ?? (new Set(kinds?.cells).size > 1 ? kinds : undefined),
  );
  take("state", headed(STATE) ?? known(stateOf)[0]);
  const named = free().filter(
    ({ head, cells }) =>
      !/account|bank|card|file|iban|mail|number|konto/.test(head) &&
      mostly(cells, (cell) => !/\d{4}/.test(cell)),
  );
  take("payer", best("payer", named));
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

/** Returns the currency's column that belongs to an amount: of the same name (`Account …`), else the nearest one. */
function currencyBeside(amount: Column, words: readonly Column[]): Column | undefined {
  const nameOf = ({ head }: Column) =>
    head.replace(new RegExp(`(${AMOUNT.source}|${CURRENCY.source}).*`), "");
  const rank = (column: Column) =>
    (nameOf(column) === nameOf(amount) ? 0 : OTHER.test(column.head) ? 2000 : 1000) +
    Math.abs(column.at - amount.at) * 2 -
    (column.at > amount.at ? 1 : 0);
  return words
    .filter(
      ({ head, cells }) =>
        cells.every((cell) => currenciesOf(cell).length === 1) ||
        (CURRENCY.test(head) && cells.every((cell) => cell.length <= 4)),
    )
    .toSorted((a, b) => rank(a) - rank(b))[0];
}
