import { type DecimalSign, detectDecimal, parseAmount } from "./amounts.ts";
import { agreement } from "./balance.ts";
import {
  type ColumnRole,
  type CsvLayout,
  type CsvTable,
  isAmount,
  isDate,
  widthOf,
  wordKey,
  wordsOf,
} from "./csv-layout.ts";
import { type DateOrder, detectDateOrder } from "./dates.ts";
import { currenciesOf, headingCurrency, normalizeWord, usualMeaning } from "./words.ts";

/** A layout as it is proposed; what is null or missing, a person has to say. */
export interface LayoutProposal extends Pick<CsvLayout, "roles" | "words"> {
  dateOrder: DateOrder | null;
  decimal: DecimalSign | null;
  /** Empty if the file does not name it, or names several. */
  currency: string;
}

/** Number of rows by which the columns are judged, since a file may have a million cells. */
const SAMPLE_ROWS = 300;
/** A column with more values than these is no category, unless usual words are among them. */
const CATEGORY_MAX = 20;

interface Column {
  at: number;
  heading: string;
  /** The normalized heading. */
  head: string;
  /** The cells of the sampled rows. */
  cells: string[];
  /** The cells that are not blank. */
  filled: string[];
  /** The number of different values. */
  values: number;
}

const BALANCE = /bal(ance)?\b|saldo|solde|kontostand|guthaben/;
/** Headings of amounts that are not what came in: fees, rates, amounts before conversion. */
const OTHER =
  /\bfees?\b|gebuhr|entgelt|netto|\bnet\b|frais|kosten|rate|kurs|koers|taxe?\b|steuer|\borig|local|foreign|fremd|ursprung|oorspr|source|individual|auslagen/;
const AMOUNT =
  /amount|betrag|bedrag|umsatz|importe|montant|importo|kwota|valor|belopp|belob|belop|summa|brutto|gross|castka|osszeg|monto|maara|\bvalue\b/;
const CURRENCY =
  /currency|wahrung|waehrung|munt|valuu?ta|devise|divisa|moneda|waluta|valiuta|mena|penznem|\bccy\b/;
const IN =
  /credit|haben|gutschrift|eingang|paid in|money in|deposit|receiv|receipt|incoming|\bin$|\bbij\b|ingreso|haber|entrat|uzna/;
const OUT =
  /debit|debet|soll|belast|ausgang|paid out|money out|withdraw|payments|spent|outgoing|\bout$|\baf\b|gasto|debe|uscit|obciaz/;
const ACCOUNT =
  /^((your|own|auftrags|eigenes?) ?)?(account|konto|kontonummer|rekening|rekeningnummer|compte|cuenta|iban)( (number|no|iban))?( bban)?$/;
const TEXT =
  /^text$|descri|reference|purpose|details|note|memo|message|zweck|mededeling|omschrijving|libelle|communication|concepto|selgitus|betreff|kennung|info$|mail|iban|bic|address|attachment|konto|account|time|uhr|zeit|\bno\b|number|nr$|id$/;

/** Patterns of headings, the best ones first. */
const preferred = {
  date: [
    /book|buch|boek|bokf|bogf|post|comptab|contab|complet|finish|settle/,
    /^(?!.*(val|wert|rente|start|created|trade|interest))/,
    /^/,
  ],
  amount: [
    /^(account|target|billing|settle(ment|d)?|booked) .*(amount|betrag)/,
    new RegExp(`^(${AMOUNT.source})( [a-z]{3})?$`),
    AMOUNT,
    /^/,
  ],
  payer: [
    /payer|debtor|sender|auftraggeber|absender|zahlungspflichtig|counter ?party|tegenpartij/,
    /\bnam|naam|\bnom\b|nimi|saaja|partner|payee/,
  ],
  id: [/^((transaction|transferwise|bank|entry) )?id$|^fitid$|bankreferenz|^ar[ck]hi[iv]|^volgnr/],
};

/** Proposes a layout from headings and cells; a person confirms it. */
export function proposeLayout(table: CsvTable): LayoutProposal {
  const sample = table.rows.slice(0, SAMPLE_ROWS).filter(({ problem }) => !problem);
  const all = Array.from({ length: widthOf(table) }, (_, at): Column => {
    const heading = table.heads[at] ?? "";
    const cells = sample.map((row) => row.cells[at]?.trim() ?? "");
    // "(after fees)" says nothing about whose amount it is.
    const head = normalizeWord(heading.replace(/\((after|before|incl|excl|inkl)\b.*?\)/i, ""));
    const filled = cells.filter(Boolean);
    return { at, heading, head, cells, filled, values: new Set(filled).size };
  });
  const roles: (ColumnRole | undefined)[] = [];
  const free = () => all.filter(({ at }) => roles[at] === undefined);
  const take = (role: ColumnRole, column: Column | undefined) => {
    if (column) roles[column.at] = role;
    return column;
  };
  const dated = all.filter(({ filled }) => mostly(filled, isDate));
  const date = take("date", best("date", dated) ?? all.find(({ filled }) => filled.some(isDate)));
  const dateOrder = detectDateOrder(date?.filled.filter(isDate) ?? []);
  const money = findMoney(free(), sample.length);
  for (const { role, column } of money) take(role, column);
  const [paid] = money.filter(({ role }) => role !== "balance").map(({ column }) => column);
  const words = () => free().filter(({ filled }) => filled.length > 0);
  const isHeaded = headingCurrency(paid?.heading ?? "") !== "";
  const currency = take("currency", paid && !isHeaded ? currencyBeside(paid, words()) : undefined);
  const isName = ({ head, filled }: Column) =>
    !/account|bank|card|file|iban|mail|number|konto|kood|method|type/.test(head) &&
    mostly(filled, (cell) => !/\d{4}/.test(cell));
  take("payer", best("payer", words().filter(isName)));
  take("id", best("id", words()));
  for (const column of free()) roles[column.at] = roleOf(column);
  const filled = roles.map((role) => role ?? "ignored");
  return {
    roles: filled,
    words: proposeWords(table, filled),
    dateOrder,
    decimal: detectDecimal(money.flatMap(({ column }) => column.filled.filter(isAmount))),
    currency: paid ? namedCurrency(table, paid, currency) : "",
  };
}

/** Returns the role of a column that is neither date nor amount. A category is never left to itself. */
function roleOf({ head, filled, values }: Column): ColumnRole {
  const isNumber = (cell: string) => isAmount(cell) && /[.,]/.test(cell);
  if (filled.length === 0) return "words";
  if ([isNumber, isDate, isCurrency].some((is) => filled.every(is))) return "ignored";
  const isText = TEXT.test(head);
  const isRepeated = values * 2 <= filled.length || (!isText && values < filled.length);
  const isUsual = filled.some((cell) => cell.length > 1 && usualMeaning(cell) !== undefined);
  if (values > CATEGORY_MAX) return isUsual && !isText ? "words" : "text";
  if (ACCOUNT.test(head) && (values === 1 || isRepeated)) return "account";
  if (isRepeated || isUsual) return "words";
  // A few short words may be a category even below the heading of a text, and long ones without a number below another.
  const isShort = filled.every((cell) => /^\D{3,}$/.test(cell) && cell.split(/\s+/).length < 3);
  const isLong = mostly(filled, (cell) => /(\S+\s+){3}/.test(cell) && /\d/.test(cell));
  return (isText ? !isShort : isLong) ? "text" : "words";
}

/** Proposes the usual meanings of words, and that an empty column says nothing. */
export function proposeWords(table: CsvTable, roles: readonly ColumnRole[]): CsvLayout["words"] {
  const words = wordsOf(table, roles);
  const filled = new Set(words.flatMap(({ column, word }) => (word ? [column] : [])));
  return Object.fromEntries(
    words.flatMap(({ column, word }) => {
      const meaning = filled.has(column) ? usualMeaning(word) : "nothing";
      return meaning ? [[wordKey(column, word), meaning]] : [];
    }),
  );
}

type Money = { role: "amount" | "in" | "out" | "balance"; column: Column }[];

/** Finds the columns of amounts and balance: by arithmetic, else by columns that exclude each other, else by headings. */
function findMoney(free: readonly Column[], rows: number): Money {
  const numeric = free.filter(({ filled }) => mostly(filled, isAmount)).slice(0, 12);
  const pairs = free.flatMap((a) =>
    free.flatMap((b): Money[] => (a.at < b.at && areExclusive(a, b) ? [pairOf(a, b)] : [])),
  );
  const amounts = numeric.filter(({ head }) => !OTHER.test(head) && !BALANCE.test(head));
  const single = best("amount", amounts);
  const singles = single && AMOUNT.test(single.head) ? [single] : amounts;
  const found = [...pairs, ...singles.map((column): Money => [{ role: "amount", column }])];
  const scored = found.flatMap((money) =>
    numeric
      .filter(({ filled }) => filled.some((cell) => /[.,]\d/.test(cell)))
      .filter((column) => !money.some((one) => one.column === column))
      .map((column) => ({ money, column, share: fitOf(money, column) })),
  );
  const [proven] = scored.filter(({ share }) => share >= 0.5).toSorted((a, b) => b.share - a.share);
  if (proven) return [...proven.money, { role: "balance", column: proven.column }];
  // In a few rows, a balance may not agree; one that never does is something else.
  const named = rows < 3 && scored.find(({ column }) => BALANCE.test(column.head));
  return named ? [...named.money, { role: "balance", column: named.column }] : (found[0] ?? []);
}

/** True for two columns of amounts of which each row has one. */
function areExclusive(a: Column, b: Column): boolean {
  const cellsAre = ({ filled, head }: Column) =>
    !OTHER.test(head) && !BALANCE.test(head) && filled.every(isAmount);
  if (!cellsAre(a) || !cellsAre(b) || a.filled.length + b.filled.length === 0) return false;
  const isHeaded = (IN.test(a.head) && OUT.test(b.head)) || (OUT.test(a.head) && IN.test(b.head));
  const has = (cell: string | undefined) => /[1-9]/.test(cell ?? "");
  const isOne = a.cells.every((cell, at) => has(cell) !== has(b.cells[at]));
  return isHeaded || (isOne && a.cells.some(has) && b.cells.some(has));
}

function pairOf(a: Column, b: Column): Money {
  const isSwapped = OUT.test(a.head) || (IN.test(b.head) && !IN.test(a.head));
  const [paidIn, paidOut] = isSwapped ? [b, a] : [a, b];
  return [
    { role: "in", column: paidIn },
    { role: "out", column: paidOut },
  ];
}

/** Returns how well these amounts fit a column as their balance. */
function fitOf(money: Money, column: Column): number {
  const decimal = detectDecimal(money.flatMap((one) => one.column.filled)) ?? ".";
  const centsOf = ({ cells }: Column, at: number) =>
    parseAmount(cells[at] ?? "", decimal)?.cents ?? null;
  return agreement(
    column.cells.map((_, at) => {
      const [cents = null] = money.flatMap((one) => centsOf(one.column, at) || []);
      return { cents, balance: centsOf(column, at), day: null };
    }),
  );
}

function best(role: keyof typeof preferred, from: readonly Column[]): Column | undefined {
  const found = preferred[role].map((pattern) => from.find(({ head }) => pattern.test(head)));
  return found.find(Boolean);
}

function mostly(cells: readonly string[], is: (cell: string) => boolean): boolean {
  return cells.filter(is).length * 2 > cells.length;
}

function isCurrency(cell: string): boolean {
  return currenciesOf(cell).length === 1;
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
      ({ head, filled }) =>
        !OTHER.test(head) &&
        (filled.every(isCurrency) ||
          (CURRENCY.test(head) && filled.every((cell) => cell.length <= 4))),
    )
    .toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Returns the only currency that the file names: beside its amounts, in their heading, else above the table. */
function namedCurrency({ above }: CsvTable, paid: Column, column: Column | undefined): string {
  const beside = paid.filled.map(
    (cell) => (parseAmount(cell, ",") ?? parseAmount(cell, "."))?.currency,
  );
  const named = [...(column?.filled ?? []), ...beside, headingCurrency(paid.heading)].filter(
    Boolean,
  );
  const names = named.length > 0 ? named : above.split(/[^A-Z€£]+/);
  const codes = [...new Set(names.flatMap((name) => currenciesOf(name ?? "").join(" ") || []))];
  return codes.length === 1 && /^[A-Z]{3}$/.test(codes[0] ?? "") ? (codes[0] ?? "") : "";
}
