import { type CsvDelimiter, type CsvRow } from "#lib/csv-read.ts";
import { type DateOrder, detectDateOrder } from "./dates.ts";
import { type DecimalSign, detectDecimal } from "./amounts.ts";

/** The roles of a statement's columns; amounts are either signed in `amount`, or split into `credit` and `debit`. */
export const columnRoles = [
  "date",
  "amount",
  "credit",
  "debit",
  "sign",
  "currency",
  "payer",
  "purpose",
  "more",
  "reference",
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The layout of a bank's CSV statements: the index of each role's column, from 0, and the formats. */
export interface CsvLayout {
  columns: Partial<Record<ColumnRole, number>>;
  dateOrder: DateOrder;
  decimal: DecimalSign;
  /** ISO 4217 code for all amounts, unless a column has it. */
  currency: string;
}

/** A table with its header row. */
export interface CsvTable {
  delimiter: CsvDelimiter;
  /** Empty strings when the table has no header row. */
  heads: string[];
  rows: CsvRow[];
}

/** A detected layout; null for formats that an administrator has to choose. */
export interface LayoutGuess {
  columns: CsvLayout["columns"];
  dateOrder: DateOrder | null;
  decimal: DecimalSign | null;
}

/** Patterns for the header cells of banks in several languages, most specific first. */
const headWords: Record<ColumnRole, RegExp[]> = {
  date: [
    /^(booking|posting|posted|transaction|entry) ?date|^date (posted|booked)|^buchungs(tag|datum)/,
    /^(date|datum|fecha|data|buchung)\b|^dato\b/,
    /date|datum|valuta|wertstellung|fecha|completed/,
  ],
  sign: [
    /^s ?\/ ?h$|soll ?\/ ?haben|^(cr|dr) ?\/ ?(dr|cr)$|credit ?\/ ?debit|debit ?\/ ?credit|cdtdbt|^af ?bij$/,
  ],
  amount: [
    /^(amount|betrag|umsatz|importe|montant|importo|bedrag|kwota|valor|belopp|value)\b/,
    /amount|betrag/,
  ],
  credit: [
    /^(credit|haben|gutschrift|paid in|money in|deposits?|cr)\b|^cr[eé]dit|abono|einzahlung|avere|entrate/,
  ],
  debit: [
    /^(debit|soll|paid out|money out|withdrawals?|lastschrift|belastung|dr)\b|^d[eé]bit|cargo|auszahlung|dare|uscite/,
  ],
  currency: [/currency|w[aä]hrung|waehrung|^ccy$|divisa|moneda|devise|valuta code/],
  reference: [
    /^(transaction|bank|entry|booking) ?(id|ref|reference|number|no\.?)\b|^fitid$|bankreferenz|archiv|^id$|umsatz-?id|reference number/,
  ],
  payer: [
    /^(payer|debtor|remitter|sender|auftraggeber|absender|zahlungspflichtige)/,
    /name|counter ?party|beg[uü]nstigte|beguenstigte|tegenpartij|^(from|partner|payee)\b|beneficiario|ordenante/,
  ],
  purpose: [
    /^(purpose|verwendungszweck|zahlungsgrund|betreff|concepto|omschrijving|mededelingen|libell[eé]|causale)/,
    /^(description|details|memo|narrative|remittance|reference|payment reference|text|message|notes?)\b/,
    /description|reference|details|verwendung|buchungstext/,
  ],
  more: [/^(payment reference|reference|memo|narrative|notes?|message|end.?to.?end)/],
};

/** Number of rows searched for the header row; rows above it describe the account. */
const HEAD_ROWS = 40;

/** Splits rows into header and body: the header is the first row that names a date and an amount. */
export function findTable(rows: readonly CsvRow[], delimiter: CsvDelimiter): CsvTable {
  const index = rows.slice(0, HEAD_ROWS).findIndex(({ cells }) => {
    const { date, amount, credit } = guessColumns(cells);
    return date !== undefined && (amount ?? credit) !== undefined;
  });
  if (index >= 0)
    return { delimiter, heads: tidied(rows[index]?.cells ?? []), rows: rows.slice(index + 1) };
  // A header row in an unknown language is recognised by having no digits.
  const widest = Math.max(0, ...rows.slice(0, HEAD_ROWS).map(({ cells }) => cells.length));
  const first = rows.findIndex(({ cells }) => cells.length === widest);
  const cells = rows[first]?.cells ?? [];
  const isHead = cells.length > 1 && !cells.some((cell) => /\d/.test(cell));
  return isHead
    ? { delimiter, heads: tidied(cells), rows: rows.slice(first + 1) }
    : { delimiter, heads: cells.map(() => ""), rows: rows.slice(Math.max(0, first)) };
}

/** Detects the layout of a table from its header row and cells. */
export function guessLayout({ heads, rows }: CsvTable): LayoutGuess {
  const columns = guessColumns(heads);
  const cellsOf = (...roles: ColumnRole[]) =>
    roles.flatMap((role) => {
      const column = columns[role];
      return column === undefined
        ? []
        : rows.map(({ cells }) => cells[column]?.trim() ?? "").filter((cell) => /\d/.test(cell));
    });
  return {
    columns,
    dateOrder: detectDateOrder(cellsOf("date")),
    decimal: detectDecimal(cellsOf("amount", "credit", "debit")),
  };
}

/** Returns the layout if the guess is complete; null if an administrator has to choose more. */
export function completeLayout(guess: LayoutGuess, currency: string): CsvLayout | null {
  const { columns, dateOrder, decimal } = guess;
  const { date, amount, credit, payer, purpose } = columns;
  if (date === undefined || (amount ?? credit) === undefined || (payer ?? purpose) === undefined)
    return null;
  return dateOrder && decimal ? { columns, dateOrder, decimal, currency } : null;
}

/** Longer keys would exceed the size of an index row. */
const KEY_MAX = 600;

/** Returns the key under which a table's layout is saved, made of its header row; null without one. */
export function layoutKey({ heads, delimiter }: CsvTable): string | null {
  return heads.every((head) => head === "") ? null : heads.join(delimiter).slice(0, KEY_MAX);
}

function guessColumns(heads: readonly string[]): CsvLayout["columns"] {
  const words = heads.map((head) => head.trim().toLowerCase());
  const columns: CsvLayout["columns"] = {};
  const taken = new Set<number>();
  for (const role of guessOrder)
    for (const pattern of headWords[role]) {
      const column = words.findIndex((head, index) => !taken.has(index) && pattern.test(head));
      if (column < 0) continue;
      columns[role] = column;
      taken.add(column);
      break;
    }
  // A signed amount makes separate columns redundant.
  if (columns.amount !== undefined) {
    delete columns.credit;
    delete columns.debit;
  }
  return columns;
}

/** Roles with the most distinctive names first. */
const guessOrder: readonly ColumnRole[] = [
  "sign",
  "reference",
  "date",
  "currency",
  "amount",
  "credit",
  "debit",
  "payer",
  "purpose",
  "more",
];

function tidied(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim().slice(0, 80));
}
