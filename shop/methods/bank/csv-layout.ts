import { type CsvDelimiter, type CsvRow } from "#lib/csv-read.ts";
import { type DateOrder, detectDateOrder } from "./dates.ts";
import { type DecimalSign, detectDecimal } from "./amounts.ts";

/** What a column of a statement can hold; `amount` is signed, or else `credit` and `debit` stand apart. */
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

/** How a bank writes its statements as CSV: which column, counted from 0, holds what. */
export interface CsvLayout {
  columns: Partial<Record<ColumnRole, number>>;
  dateOrder: DateOrder;
  decimal: DecimalSign;
  /** Of all amounts, where no column says it. */
  currency: string;
}

/** A table with its heads found. */
export interface CsvTable {
  delimiter: CsvDelimiter;
  /** Empty texts where the table has no heads. */
  heads: string[];
  rows: CsvRow[];
}

/** What is known of a layout: null for what a person has to say. */
export interface LayoutGuess {
  columns: CsvLayout["columns"];
  dateOrder: DateOrder | null;
  decimal: DecimalSign | null;
}

/** Words for the heads of columns, the most telling first: as banks of several countries write them. */
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

/** How far down the heads of a table may stand: what is above them is about the account. */
const HEAD_ROWS = 40;

/** The heads of a table and the rows below them: the first row in which a date and an amount have their heads. */
export function findTable(rows: readonly CsvRow[], delimiter: CsvDelimiter): CsvTable {
  const index = rows.slice(0, HEAD_ROWS).findIndex(({ cells }) => {
    const { date, amount, credit } = guessColumns(cells);
    return date !== undefined && (amount ?? credit) !== undefined;
  });
  if (index >= 0)
    return { delimiter, heads: tidied(rows[index]?.cells ?? []), rows: rows.slice(index + 1) };
  // Heads in words that we do not know have no figures in them.
  const widest = Math.max(0, ...rows.slice(0, HEAD_ROWS).map(({ cells }) => cells.length));
  const first = rows.findIndex(({ cells }) => cells.length === widest);
  const cells = rows[first]?.cells ?? [];
  const isHead = cells.length > 1 && !cells.some((cell) => /\d/.test(cell));
  return isHead
    ? { delimiter, heads: tidied(cells), rows: rows.slice(first + 1) }
    : { delimiter, heads: cells.map(() => ""), rows: rows.slice(Math.max(0, first)) };
}

/** What the heads and the cells below them say of the layout. */
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

/** A layout that says all that is needed; null while a person has to say more. */
export function completeLayout(guess: LayoutGuess, currency: string): CsvLayout | null {
  const { columns, dateOrder, decimal } = guess;
  const { date, amount, credit, payer, purpose } = columns;
  if (date === undefined || (amount ?? credit) === undefined || (payer ?? purpose) === undefined)
    return null;
  return dateOrder && decimal ? { columns, dateOrder, decimal, currency } : null;
}

/** As much as an index of the database takes. */
const KEY_MAX = 600;

/** What a table is known by again: its heads. Null for one without. */
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
  // A sign belongs to an amount.
  if (columns.amount !== undefined) {
    delete columns.credit;
    delete columns.debit;
  }
  return columns;
}

/** The ones whose words are the most their own, first. */
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
