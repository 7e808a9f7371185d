import { type Result, ok, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import {
  isGermanCredit,
  isSwiftTransfer,
  kindDoubt,
  ownDoubt,
  purposeDoubt,
  repeated,
  reversal,
  unbalanced,
} from "./customer-credits.ts";
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
import { agreeOnCurrency } from "./words.ts";

/** A field such as `:61:`, with the line in which it begins, counted from 1. */
interface Field {
  tag: string;
  text: string;
  line: number;
}

/** True for the text of an MT940 file, also within its SWIFT envelope. */
export function isMt940(text: string): boolean {
  return /^:60[FM]:/m.test(text) && /^:25[A-Z]?:/m.test(text);
}

/**
 * Reads the lines of SWIFT MT940 customer statements: `:60F:` opens one and has its currency, `:61:` is a line, the
 * `:86:` behind it its text.
 * https://www.sepaforcorporates.com/swift-for-corporates/account-statement-mt940-file-format-overview/
 */
export function readMt940(text: string): Result<PlacedReading[], StatementProblem> {
  const fields = fieldsOf(text);
  if (fields.length > STATEMENT_MAX_LINES * 3) return err(tooManyLines);
  const own = fields.flatMap(({ tag, text: id }) => (/^25[A-Z]?$/.test(tag) ? [id] : []));
  const opened = new Map(
    fields.flatMap(({ tag }, at) =>
      /^60[FM]$/.test(tag) ? [[at, statementOf(fields.slice(at))] as const] : [],
    ),
  );
  const contents = [...opened.values()].map(({ content }) => content);
  const twice = new Set(contents.filter((content, at) => contents.indexOf(content) !== at));
  const readings: PlacedReading[] = [];
  let account: Account = none;
  for (const [index, { tag, text: content, line }] of fields.entries()) {
    if (tag === "20") account = none;
    if (/^25[A-Z]?$/.test(tag)) account = { ...account, id: tidyText(content) };
    if (opened.has(index)) account = { ...account, ...opened.get(index) };
    const next = fields[index + 1];
    const information = next?.tag === "86" ? next.text : "";
    const doubt = twice.has(account.content) && repeated;
    if (tag === "61")
      readings.push({
        ...readLine(content, information, account, own, doubt),
        place: `Line ${line}`,
      });
  }
  return readings.length > STATEMENT_MAX_LINES ? err(tooManyLines) : ok(readings);
}

interface Account {
  id: string;
  currency: string;
  /** Whether opening and closing balance agree with the lines between them. */
  isBalanced: boolean;
  /** The opening balance and the lines, as text. */
  content: string;
}
const none: Account = { id: "", currency: "", isBalanced: false, content: "" };

/** The tags of opening and closing balances: mark, date, currency, amount. */
const ENDS = /^6[02][FM]$/;
const BALANCE = /^([CD])\d{6}([A-Z]{3})(\d{1,15},\d{0,2})/;

/** Reads the statement that begins with its opening balance; a closing one must be of the same currency. */
function statementOf([opening, ...fields]: readonly Field[]): Omit<Account, "id"> {
  const closing = fields.findIndex(({ tag }) => ENDS.test(tag));
  const inside = fields.slice(0, closing);
  const cents = (mark = "", written = "") => {
    const amount = parseAmount(written, ",")?.cents ?? Number.NaN;
    return mark === "C" || mark === "RD" ? amount : -amount;
  };
  const balance = (field: Field | undefined) => {
    const [, mark, currency = "", written] = BALANCE.exec(field?.text ?? "") ?? [];
    return { currency, cents: cents(mark, written) };
  };
  const [from, to] = [balance(opening), balance(fields[closing])];
  const lines = inside.filter(({ tag }) => tag === "61");
  const sum = lines.reduce((total, { text }) => {
    const [, , mark, , written] = LINE.exec(text) ?? [];
    return total + cents(mark, written);
  }, from.cents);
  const isClosed = fields[closing]?.tag.startsWith("62") === true && from.currency === to.currency;
  return {
    currency: from.currency,
    isBalanced: isClosed && sum === to.cents,
    content: JSON.stringify([opening?.text, ...inside.map(({ text }) => text)]),
  };
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, row] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, content = ""] = /^:(\d\d[A-Z]?):(.*)$/.exec(row) ?? [];
    const last = fields.at(-1);
    if (tag) fields.push({ tag, text: content, line: index + 1 });
    else if (last && !/^-\}?/.test(row)) last.text += `\n${row}`;
  }
  return fields;
}

/**
 * A line: value date, entry date, mark (`RC` and `RD` reverse a credit and a debit), the currency's third letter, amount,
 * type, references. `CR14,99` is a credit in EUR, not a reversal.
 */
const LINE = /^(\d{6})(?:\d{4})?\s?(R?[CD])([A-Z])?\s?(\d{1,15},\d{0,2})([A-Z][A-Z0-9]{3})(.*)$/s;

function readLine(
  content: string,
  information: string,
  account: Account,
  own: readonly string[],
  doubt: string | false,
): Reading {
  const [, day, mark = "", letter, written = "", type = "", references = ""] =
    LINE.exec(content) ?? [];
  const amount = parseAmount(written, ",");
  const bookedOn = parseDay(`20${day}`, "ymd");
  if (!amount || !bookedOn)
    return unclear(`“${tidyText(content).slice(0, 40)}” is not a line of an MT940 statement`);
  if (mark === "D") return leftOut("it is money out");
  if (amount.cents === 0) return leftOut("it has no amount");
  const currency = agreeOnCurrency([account.currency], null);
  if (!currency.ok) return unclear(currency.error);
  if (letter && currency.value[2] !== letter)
    return unclear(`it is not in ${currency.value}, as the statement is`);
  const { code, payer, accounts, texts } = partsOf(information);
  return readingOf(
    {
      // References begin anew in each statement.
      reference: null,
      cents: amount.cents,
      currency: currency.value,
      bookedOn,
      payer,
      purpose: joinTexts([...texts, ...references.split(/\/\/|\n/)]),
      content: JSON.stringify([content, information]),
    },
    [
      `account ${account.id} in ${currency.value}`,
      `came in as ${[type, code].filter(Boolean).join(" ")}`,
      "booked, and no line is missing, by the balances",
    ],
    [
      mark === "RD" && reversal.in,
      mark === "RC" && reversal.out,
      doubt,
      ...accounts.map((one) => ownDoubt(one, own)),
      ...[...information.matchAll(/PURP[+/](\w{4})/g)].map(([, code = ""]) => purposeDoubt(code)),
      !account.id && "the file does not name its account",
      !account.isBalanced && unbalanced,
      kindDoubt(type, isSwiftTransfer(type)),
      code && kindDoubt(code, isGermanCredit(code)),
      ...unknownCodes(information).map((word) => kindDoubt(word, false)),
    ],
  );
}

interface Parts {
  code: string;
  payer: string;
  /** The payer's account, in the forms that it may have. */
  accounts: string[];
  texts: string[];
}

/**
 * Splits `:86:` into the subfields of Germany's and other banks (DFÜ-Abkommen, Anlage 3): `166?00GUTSCHRIFT?20SVWZ+…`
 * has the code of the transaction, and in ?30 to ?34 the payer's bank, account and name. Other banks write plain text,
 * or SWIFT's code words: `/NAME/MIRA HOLT/REMI/…`.
 */
function partsOf(information: string): Parts {
  const plain = information.replaceAll("\n", "");
  const [, code = "", separator] = /^(\d{3})([?~^<>@])\d\d/.exec(plain) ?? [];
  if (!separator) {
    const [, name = ""] = /\/NAME\/([^/]+)/.exec(plain) ?? [];
    const accounts = [...plain.matchAll(/\bIBAN[+/ ]?([A-Z0-9]+)/g)].map(([, iban = ""]) => iban);
    return { code, payer: tidyText(name), accounts, texts: [information] };
  }
  const subfields = plain.split(separator).slice(1);
  const of = (tags: RegExp) =>
    subfields.filter((field) => tags.test(field)).map((field) => field.slice(2));
  const [bank, number] = [of(/^30/).join(""), of(/^31/).join("")];
  return {
    ...{ code, payer: tidyText(of(/^3[23]/).join("")), texts: of(/^(?!10|3[0-4])/) },
    accounts: [number, `${bank}/${number}`],
  };
}

/** SWIFT's code words of `:86:` that a payment from a customer may have, and kinds of transaction in `TRTP`. */
const CODE_WORDS =
  /^(NAME|REMI|EREF|IREF|PREF|KREF|IBAN|BIC|ORDP|BENM|ADDR|PURP|SVWZ|ISDT|TRTP|SEPA( (OVERBOEKING|CREDIT TRANSFER))?)$/;

/** Returns the code words, and kinds of transaction, that are not known as those of a payment from a customer. */
function unknownCodes(information: string): string[] {
  const plain = information.replaceAll("\n", "");
  const words = [...plain.matchAll(/(?<=^|\/)([A-Z]{4})(?=\/)/g)].map(([word]) => word);
  const [, kind] = /(?:^|\/)TRTP\/([^/]*)/.exec(plain) ?? [];
  return [...words, ...(kind ? [kind.trim()] : [])].filter((word) => !CODE_WORDS.test(word));
}
