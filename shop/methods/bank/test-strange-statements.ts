import { pick, type Random, randomOf } from "./test-generator.ts";
import { type HeadName, languages, type StateName, type TypeName } from "./test-strange-words.ts";

/**
 * Invented statements of strange banks, made from the rule alone: only a booked incoming payment in the account's
 * currency is a payment. Each row carries a token ("T0012") in its text, by which it is found among the readings.
 */

/** How one bank writes: drawn once for a file. */
type Style = ReturnType<typeof drawStyle>;

const signs = [
  ...(["signed", "signed", "plus", "unicode", "trailing", "parentheses", "columns"] as const),
  ...(["columns", "columns", "filled", "negativeOut", "letter", "words", "suffix"] as const),
  ...(["inverted", "unsigned"] as const),
];
const states = [
  ...(["none", "none", "column", "column", "column", "numbered", "blank", "blankPending"] as const),
  ...(["pendingFlag", "bookedFlag", "footnote", "section", "inDate", "emptyDate"] as const),
];
const balances = ["none", "none", "right", "right", "right", "wrong", "rounded", "gaps"] as const;
const letters = ["C D", "H S", "CR DR", "K D", "+ -", "Cr Dr"];
const flags = ["true false", "Y N", "1 0", "yes no", "ja nein", "x "];
const dates = ["d.m.y", "d/m/y", "m/d/y", "y-m-d", "y/m/d", "ymd", "y-m-d h", "d-m-y"];

function drawStyle(random: Random) {
  const chance = (share: number) => random() < share;
  return {
    language: pick(random, languages),
    sign: pick(random, signs),
    state: pick(random, states),
    flag: pick(random, flags).split(" "),
    letter: pick(random, letters).split(" "),
    outFirst: chance(0.5),
    /** Whether a column tells the kinds of rows; "plain" has one word for transfers in both directions. */
    kinds: pick(random, ["column", "column", "plain", "none", "none"] as const),
    balance: pick(random, balances),
    descending: chance(0.4),
    currencyAt: pick(random, ["above", "column", "amount", "none"] as const),
    account: pick(random, ["EUR", "USD", "GBP", "PLN", "CHF"]),
    decimal: pick(random, [".", ","] as const),
    thousands: pick(random, ["", "", "same", " ", "\u{a0}", "\u{202f}", "'"]),
    date: pick(random, dates),
    delimiter: pick(random, [",", ";", "\t", ";"]),
    opening: chance(0.25),
    openingHasBalance: chance(0.7),
    closing: chance(0.2),
    closingHasDate: chance(0.3),
    total: chance(0.2),
    notes: chance(0.4),
    gaps: chance(0.2),
    /** Headings that say nothing, or that a bookkeeper would write: what comes in is a debit. */
    heads: pick(random, ["own", "own", "own", "own", "own", "none", "swapped"] as const),
    hasFee: chance(0.2),
    hasAccount: chance(0.15),
    hasValueDate: chance(0.3),
    hasOriginal: chance(0.12),
  };
}

function dateText(form: string, day: number, month: number): string {
  const [d = "", m = ""] = [day, month].map((part) => String(part).padStart(2, "0"));
  if (form === "ymd") return `2026${m}${d}`;
  if (form === "y-m-d h") return `2026-${m}-${d} 14:03:2${day % 10}`;
  return form.replace("y", "2026").replace("m", m).replace("d", d);
}

function amountText(style: Style, cents: number): string {
  const other = style.decimal === "," ? "." : ",";
  const group = style.thousands === "same" ? other : style.thousands;
  const whole = String(Math.floor(Math.abs(cents) / 100));
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return `${grouped}${style.decimal}${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

const signedText = (style: Style, cents: number): string =>
  `${cents < 0 ? "-" : ""}${amountText(style, cents)}`;

function signed(style: Style, row: StrangeRow): string {
  const plain = amountText(style, row.cents);
  const isOut = !row.cameIn;
  switch (style.sign) {
    case "plus":
      return `${isOut ? "-" : "+"}${plain}`;
    case "unicode":
      return `${isOut ? "\u{2212}" : ""}${plain}`;
    case "trailing":
      return `${plain}${isOut ? "-" : ""}`;
    case "parentheses":
      return isOut ? `(${plain})` : plain;
    case "suffix":
      return `${plain} ${isOut ? "DR" : "CR"}`;
    case "inverted":
      return `${isOut ? "" : "-"}${plain}`;
    case "unsigned":
    case "letter":
    case "words":
      return plain;
    default:
      return `${isOut ? "-" : ""}${plain}`;
  }
}

const withCurrency = (style: Style, text: string, row: StrangeRow) =>
  style.currencyAt === "amount" ? `${text} ${row.currency}` : text;

/** The cell of a single amount column. */
const amountCell = (style: Style, row: StrangeRow): string =>
  withCurrency(style, signed(style, row), row) +
  (style.state === "footnote" && !row.booked ? "*" : "");

/** The cell of one of two amount columns. */
function sideCell(style: Style, row: StrangeRow, isIn: boolean): string {
  if (row.cameIn !== isIn) return style.sign === "filled" ? amountText(style, 0) : "";
  const sign = style.sign === "negativeOut" && !isIn ? "-" : "";
  const star = style.state === "footnote" && !row.booked ? "*" : "";
  return withCurrency(style, `${sign}${amountText(style, row.cents)}`, row) + star;
}

const hasTwoColumns = (style: Style): boolean =>
  ["columns", "filled", "negativeOut"].includes(style.sign);

/** What a row of an invented statement is. */
interface StrangeRow {
  kind: RowKind;
  token: string;
  cents: number;
  currency: string;
  cameIn: boolean;
  booked: boolean;
  /** Whether the booked balance moves by it. */
  moves: boolean;
  state: StateName;
  type: TypeName;
  payer: string;
  purpose: string;
  date: string;
  balance: string;
  isPayment: boolean;
  /** Whether the row is a payment, and something in the file proves it. */
  isDue: boolean;
}

const kinds = {
  sale: { cameIn: true, type: "in", state: "booked" },
  spend: { cameIn: false, type: "card", state: "booked" },
  refund: { cameIn: false, type: "out", state: "booked" },
  chargeback: { cameIn: false, type: "chargeback", state: "booked" },
  pending: { cameIn: true, type: "in", state: "pending" },
  /** Declined, scheduled: nothing came in. */
  void: { cameIn: true, type: "in", state: "declined" },
  /** Came in and was taken back: only its state says so. */
  voided: { cameIn: true, type: "in", state: "reversed" },
  returned: { cameIn: true, type: "return", state: "booked" },
  own: { cameIn: true, type: "own", state: "booked" },
  feeBack: { cameIn: true, type: "fee", state: "booked" },
  /** Of another account below: in another currency, or what went out in a column where the first has what came in. */
  otherAccount: { cameIn: true, type: "in", state: "booked" },
  otherOrder: { cameIn: false, type: "out", state: "booked" },
  foreign: { cameIn: true, type: "in", state: "booked" },
} as const satisfies Record<string, { cameIn: boolean; type: TypeName; state: StateName }>;

type RowKind = keyof typeof kinds;

const payers = [
  "ACME, Ltd.",
  "Holt; Mira",
  'Café "Nord"',
  "Jana Nováková",
  "O'Neil",
  "山田太郎",
  "M HOLT",
];
const variants: Partial<Record<RowKind, readonly StateName[]>> = {
  void: ["declined", "scheduled", "reversed", "returned"],
  voided: ["reversed", "returned"],
};

/** Draws a row of this kind with the token of this number. */
function drawRow(
  random: Random,
  style: { account: string },
  kind: RowKind,
  number: number,
): StrangeRow {
  const { cameIn, type, state } = kinds[kind];
  const booked = state === "booked";
  const cents = random() < 0.5 ? 1499 : 100 + Math.floor(random() * 900_000);
  const token = `T${String(number).padStart(4, "0")}`;
  const isForeign = kind === "foreign" || kind === "otherAccount";
  const other = style.account === "USD" ? "SEK" : "USD";
  return {
    ...{ kind, token, cents, cameIn, booked, type, moves: booked && !isForeign },
    ...{
      currency: isForeign ? other : style.account,
      state: pick(random, variants[kind] ?? [state]),
    },
    ...{ payer: pick(random, payers), date: "", balance: "" },
    purpose: `Order K7M2P9Q ${token}`,
    ...{ isPayment: kind === "sale", isDue: false },
  };
}

/** Draws rows of the kinds that the file can show; the first is a payment. */
const drawRows = (
  random: Random,
  style: { account: string },
  shows: readonly RowKind[],
  count: number,
  from: number,
): StrangeRow[] =>
  Array.from({ length: count }, (_, at) =>
    drawRow(random, style, at === 0 ? "sale" : pick(random, shows), from + at),
  );

type Role = "date" | "amount" | "in" | "out" | "words" | "currency" | "balance" | "text";
type Meaning = "in" | "out" | "booked" | "pending" | "returned" | "nothing";

interface Column {
  head: string;
  role: Role;
  cell: (row: StrangeRow) => string;
  meaning?: (row: StrangeRow) => Meaning;
}

function stateColumn(style: Style): Column[] {
  const { states, heads } = style.language;
  const [yes = "", no = ""] = style.flag;
  const isFlag = style.state === "pendingFlag" || style.state === "bookedFlag";
  const cell = (row: StrangeRow) => {
    switch (style.state) {
      case "pendingFlag":
        return row.booked ? no : yes;
      case "bookedFlag":
        return row.booked ? yes : no;
      case "blank":
        return row.booked ? "" : states[row.state];
      case "blankPending":
        return row.booked ? states[row.state] : "";
      case "numbered":
        return `${states[row.state]} (ref ${row.token.slice(-1)})`;
      default:
        return states[row.state];
    }
  };
  const isShown = isFlag || ["column", "blank", "blankPending", "numbered"].includes(style.state);
  const flagged = style.state === "pendingFlag" ? states.pending : states.booked;
  const meaning = ({ booked, state }: StrangeRow): Meaning => {
    if (booked) return "booked";
    const isBack = ["returned", "reversed"].includes(state);
    return isBack && ["column", "numbered", "blank"].includes(style.state) ? "returned" : "pending";
  };
  return isShown ? [{ head: isFlag ? flagged : heads.state, role: "words", cell, meaning }] : [];
}

function wordColumns(style: Style): Column[] {
  const { heads, directions, types } = style.language;
  const [letterIn = "", letterOut = ""] = style.letter;
  const [isIn, isOut] =
    style.sign === "letter" ? [letterIn, letterOut] : [directions.in, directions.out];
  const direction: Column = {
    ...{ head: heads.direction, role: "words", cell: ({ cameIn }) => (cameIn ? isIn : isOut) },
    meaning: ({ cameIn }) => (cameIn ? "in" : "out"),
  };
  const isPlain = ({ type }: StrangeRow) =>
    style.kinds === "plain" && (type === "in" || type === "out");
  const kind: Column = {
    ...{ head: heads.type, role: "words" },
    cell: (row) => (isPlain(row) ? types.out : types[row.type]),
    meaning: (row) => {
      if (isPlain(row)) return "nothing";
      if (row.type === "in") return "in";
      return ["out", "card", "debit"].includes(row.type) ? "out" : "returned";
    },
  };
  return [
    ...(style.sign === "letter" || style.sign === "words" ? [direction] : []),
    ...stateColumn(style),
    ...(style.kinds === "none" ? [] : [kind]),
  ];
}

function columnsOf(random: Random, style: Style): Column[] {
  const { heads } = style.language;
  const column = (head: HeadName, role: Role, cell: Column["cell"]): Column => ({
    ...{ head: heads[head], role, cell },
  });
  const side = (isIn: boolean): Column => {
    const isNamedIn = isIn !== (style.heads === "swapped");
    return {
      ...{ head: heads[isNamedIn ? "in" : "out"], role: isIn ? "in" : "out" },
      cell: (row) => sideCell(style, row, isIn),
    };
  };
  const middle = [
    column("payer", "text", (row) => row.payer),
    column("purpose", "text", (row) => row.purpose),
    ...(hasTwoColumns(style)
      ? [side(!style.outFirst), side(style.outFirst)]
      : [column("amount", "amount", (row) => amountCell(style, row))]),
  ];
  const others = [
    ...wordColumns(style),
    ...(style.currencyAt === "column"
      ? [column("currency", "currency", (row) => row.currency)]
      : []),
    ...(style.hasAccount ? [column("account", "text", () => "DE02120300000000202051")] : []),
    ...(style.hasFee ? [column("fee", "text", () => amountText(style, 0))] : []),
  ];
  for (const other of others) middle.splice(Math.floor(random() * (middle.length + 1)), 0, other);
  if (style.hasOriginal) {
    const cell = (row: StrangeRow) => amountText(style, Math.round(row.cents * 1.17));
    middle.push({ head: `${heads.amount} (DKK)`, role: "text", cell });
  }
  const columns = [
    column("date", "date", (row) => row.date),
    ...(style.hasValueDate ? [column("value", "text", (row) => row.date)] : []),
    ...middle,
    ...(style.balance === "none" ? [] : [column("balance", "balance", (row) => row.balance)]),
  ];
  return style.heads === "none"
    ? columns.map((each, at) => ({ ...each, head: `Field ${String.fromCodePoint(65 + at)}` }))
    : columns;
}

export interface StrangeFile {
  text: string;
  /** The next month of the same account: the same columns, perhaps with words that the first did not have. */
  next: string;
  roles: Role[];
  /** Of each column: what its words say to a person who knows the bank. */
  meanings: Partial<Record<string, Meaning>>[];
  currency: string;
  dateOrder: "dmy" | "mdy" | "ymd";
  decimal: "." | ",";
  isAllBooked: boolean;
  rows: StrangeRow[];
  style: Style;
}

/** Sets dates and balances of the rows, which come from the oldest to the newest. Returns the opening balance. */
function fill(style: Style, rows: StrangeRow[], random: Random, month: number): string {
  let balance = 100_000 + Math.floor(random() * 5_000_000);
  const before = signedText(style, balance);
  const broken = Math.floor(random() * rows.length);
  for (const [at, row] of rows.entries()) {
    if (row.moves) balance += row.cameIn ? row.cents : -row.cents;
    if (style.balance === "wrong" && at === broken) balance += 1234;
    const shown = style.balance === "rounded" ? Math.round(balance / 100) * 100 : balance;
    const isHidden = !row.moves || (style.balance === "gaps" && random() < 0.4);
    row.balance = isHidden ? "" : signedText(style, shown);
    row.date = dateText(style.date, 1 + at, month);
    if (style.state === "inDate" && !row.booked) row.date = style.language.states.pending;
    if (style.state === "emptyDate" && !row.booked) row.date = "";
  }
  return before;
}

/** Lines of another account below, with headings of their own. */
function linesBelow(style: Style, columns: Column[], row: StrangeRow | undefined): string[][] {
  if (!row) return [];
  // The other account may have its columns in another order.
  const below = row.kind === "otherOrder" ? columns.toReversed() : columns;
  const { heads } = style.language;
  return [
    [],
    [heads.account, "GB33BUKB20201555555555"],
    ...(row.kind === "otherAccount" ? [[heads.currency, row.currency]] : []),
    below.map(({ head }) => head),
    below.map(({ cell }) => cell(row)),
  ];
}

interface Page {
  oldest: StrangeRow[];
  before: string;
  below: StrangeRow | undefined;
}

function render(style: Style, columns: Column[], { oldest, before, below }: Page): string {
  const quote = (cell: string) =>
    cell.includes(style.delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const line = (cells: string[]) => cells.map(quote).join(style.delimiter);
  const written = (rows: StrangeRow[]) =>
    rows.flatMap((row, at) => [
      ...(style.gaps && at % 3 === 2 ? [""] : []),
      line(columns.map(({ cell }) => cell(row))),
    ]);
  const first = columns.findIndex(({ role }) => role === "text");
  const special = (isShown: boolean, label: string, cells: Partial<Record<Role, string>>) => {
    const row = columns.map(({ role }, at) => (at === first ? label : (cells[role] ?? "")));
    return isShown ? [line(row)] : [];
  };
  const { rows: labels, states, heads } = style.language;
  const rows = style.descending ? oldest.toReversed() : oldest;
  const booked = rows.filter((row) => row.booked);
  const waiting = rows.filter((row) => !row.booked);
  const body =
    style.state === "section"
      ? [states.pending, ...written(waiting), states.booked, ...written(booked)]
      : written(rows);
  const sum = amountText(
    style,
    oldest.reduce((all, { cents }) => all + cents, 0),
  );
  const dated = { date: oldest[0]?.date ?? "" };
  const money = { in: sum, amount: sum };
  const openingCells = style.openingHasBalance ? { ...dated, balance: before } : money;
  const opening = special(style.opening, labels.opening, openingCells);
  const closingCells = style.closingHasDate ? { ...dated, ...money } : money;
  const currency = `${heads.currency}${style.delimiter}${style.account}`;
  return [
    ...(style.notes ? [`${heads.account}${style.delimiter}DE02120300000000202051`] : []),
    ...(style.currencyAt === "above" ? [currency, ""] : []),
    line(columns.map(({ head }) => head)),
    ...(style.descending ? [...body, ...opening] : [...opening, ...body]),
    ...special(style.closing, labels.closing, closingCells),
    ...special(style.total, labels.total, money),
    ...linesBelow(style, columns, below).map(line),
    ...(style.notes ? ["", `* ${states.pending}; ${heads.balance} 12.00`] : []),
    "",
  ].join("\n");
}

/** The kinds of rows that something in the file tells apart from payments. */
function kindsShownBy(style: Style): RowKind[] {
  const [hasKinds, hasState] = [style.kinds !== "none", style.state !== "none"];
  return [
    ...(["sale", "sale", "sale", "spend", "refund", "chargeback"] as const),
    ...(hasState ? (["pending", "pending", "void"] as const) : []),
    ...(hasKinds ? (["returned", "own", "feeBack"] as const) : []),
    ...(style.state === "column" || style.state === "numbered" ? (["voided"] as const) : []),
    ...(["column", "amount"].includes(style.currencyAt) ? (["foreign"] as const) : []),
  ];
}

/** Which row of another account the file has below: of another currency, or with its columns in another order. */
function belowOf(random: Random, style: Style): RowKind | undefined {
  if (random() > 0.08) return undefined;
  return hasTwoColumns(style) ? "otherOrder" : "otherAccount";
}

export function inventStrange(seed: number): StrangeFile {
  const random = randomOf(seed * 7919);
  const style = drawStyle(random);
  const columns = columnsOf(random, style);
  const kinds = kindsShownBy(style);
  const rows = drawRows(random, style, kinds, 4 + Math.floor(random() * 8), 0);
  const later = drawRows(random, style, kinds, 6, rows.length);
  const [before, beforeLater] = [fill(style, rows, random, 10), fill(style, later, random, 11)];
  const all = [...rows, ...later];
  const other = belowOf(random, style);
  const below = other && drawRow(random, style, other, all.length);
  if (below) {
    below.date = dateText(style.date, 28, 10);
    all.push(below);
  }
  const isStateKnown = !["numbered", "footnote", "section", "inDate", "emptyDate"].includes(
    style.state,
  );
  const isTold = hasTwoColumns(style) || ["letter", "words"].includes(style.sign);
  const isProved = style.balance === "right" || (isTold && style.balance === "none");
  for (const row of all) row.isDue = row.isPayment && isStateKnown && isProved;
  const order = style.date.startsWith("y") ? "ymd" : style.date.startsWith("m") ? "mdy" : "dmy";
  return {
    ...{ text: render(style, columns, { oldest: rows, before, below }), rows: all, style },
    ...{
      next: render(style, columns, { oldest: later, before: beforeLater, below: undefined }),
      currency: style.account,
    },
    roles: columns.map(({ role }) => role),
    meanings: columns.map(({ cell, meaning }) =>
      Object.fromEntries(meaning ? all.map((row) => [cell(row), meaning(row)]) : []),
    ),
    ...{ dateOrder: order, decimal: style.decimal, isAllBooked: style.state === "none" },
  };
}
