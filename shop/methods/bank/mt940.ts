import { type Result, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { type Account, codedTable, type Credit } from "./coded-statement.ts";
import type { CsvTable } from "./csv-layout.ts";
import { parseDay } from "./dates.ts";
import {
  joinTexts,
  leftOut,
  type Reading,
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

/** The fields of a statement: its balances, and each `:61:` with the text of its `:86:`. */
interface Statement {
  id: string;
  opening: string;
  closing: string;
  lines: (Field & { information: string })[];
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
export function readMt940(text: string): Result<CsvTable, StatementProblem> {
  const fields = fieldsOf(text);
  if (fields.length > STATEMENT_MAX_LINES * 3) return err(tooManyLines);
  const read = statementsOf(fields).map((statement) => {
    const account = accountOf(statement);
    const lines = statement.lines.map((line) => ({
      ...{ place: `Line ${line.line}`, found: readLine(line.text, line.information, account) },
    }));
    return { account, lines };
  });
  return codedTable(
    "MT940",
    read.map(({ account }) => account),
    read.flatMap(({ lines }) => lines),
  );
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

/** A closing balance ends a statement; what follows without an opening one belongs to no account. */
function statementsOf(fields: readonly Field[]): Statement[] {
  const statements: Statement[] = [];
  const begin = (id: string, opening: string) => {
    const statement: Statement = { id, opening, closing: "", lines: [] };
    statements.push(statement);
    return statement;
  };
  let current = begin("", "");
  for (const [at, field] of fields.entries()) {
    const next = fields[at + 1];
    if (field.tag === "20") current = begin("", "");
    if (field.tag.startsWith("25")) current = begin(tidyText(field.text), "");
    if (/^60[FM]$/.test(field.tag)) current = begin(current.id, field.text);
    if (field.tag === "61")
      current.lines.push({ ...field, information: next?.tag === "86" ? next.text : "" });
    if (/^62[FM]$/.test(field.tag)) {
      current.closing = field.text;
      current = begin(current.id, "");
    }
  }
  return statements.filter(({ id, lines }) => id || lines.length > 0);
}

/** A balance: mark, date, currency, amount. */
const BALANCE = /^([CD])\d{6}([A-Z]{3})(\d{1,15},\d{0,2})/;
/**
 * A line: value date, entry date, mark (`RC` and `RD` reverse a credit and a debit), the currency's third letter, amount,
 * type, references. `CR14,99` is a credit in EUR, not a reversal.
 */
const LINE = /^(\d{6})(?:\d{4})?\s?(R?[CD])([A-Z])?\s?(\d{1,15},\d{0,2})([A-Z][A-Z0-9]{3})(.*)$/s;

function accountOf({ id, opening, closing, lines }: Statement): Account {
  const cents = (mark = "", written = "") =>
    (parseAmount(written, ",")?.cents ?? Number.NaN) * (["C", "RD"].includes(mark) ? 1 : -1);
  const [, mark, currency = "", written] = BALANCE.exec(opening) ?? [];
  const [, endMark, endCurrency, endWritten] = BALANCE.exec(closing) ?? [];
  const sum = lines.reduce(
    (total, { text }) => {
      const [, , mark, , written] = LINE.exec(text) ?? [];
      return total + cents(mark, written);
    },
    cents(mark, written),
  );
  return {
    ...{ id, currency },
    isBalanced: currency === endCurrency && sum === cents(endMark, endWritten),
    content:
      opening &&
      JSON.stringify([id, opening, lines.map(({ text, information }) => [text, information])]),
  };
}

function readLine(content: string, information: string, account: Account): Credit | Reading {
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
  const { code, payer, payers, texts } = partsOf(information);
  return {
    account,
    facts: {
      // References begin anew in each statement.
      reference: null,
      ...{ cents: amount.cents, currency: currency.value, bookedOn, payer },
      purpose: joinTexts([...texts, ...references.split(/\/\/|\n/)]),
      content: JSON.stringify([content, information]),
    },
    codes: [type, ...(code ? [`GVC ${code}`] : []), ...codeWordsOf(information)],
    reverses: mark === "RD" ? "debit" : mark === "RC" && "credit",
    payers,
    purposes: [...information.matchAll(/PURP[+/](\w{4})/g)].map(([, code = ""]) => code),
    doubts: [],
  };
}

/**
 * Splits `:86:` into the subfields of Germany's and other banks (DFÜ-Abkommen, Anlage 3): `166?00GUTSCHRIFT?20SVWZ+…`
 * has the code of the transaction, and in ?30 to ?34 the payer's bank, account and name. Other banks write plain text,
 * or SWIFT's code words: `/NAME/MIRA HOLT/REMI/…`.
 */
function partsOf(information: string) {
  const plain = information.replaceAll("\n", "");
  const [, code = "", separator] = /^(\d{3})([?~^<>@])\d\d/.exec(plain) ?? [];
  if (!separator) {
    const [, name = ""] = /\/NAME\/([^/]+)/.exec(plain) ?? [];
    const payers = [...plain.matchAll(/\bIBAN[+/ ]?([A-Z0-9]+)/g)].map(([, iban = ""]) => iban);
    return { code, payer: tidyText(name), payers, texts: [information] };
  }
  const subfields = plain.split(separator).slice(1);
  const of = (tags: RegExp) =>
    subfields.filter((field) => tags.test(field)).map((field) => field.slice(2));
  const [bank, number] = [of(/^30/).join(""), of(/^31/).join("")];
  const payer = tidyText(of(/^3[23]/).join(""));
  return { code, payer, payers: [number, `${bank}/${number}`], texts: of(/^(?!10|3[0-4])/) };
}

/** SWIFT's code words of `:86:` that say nothing about the kind of a payment, and transfers in `TRTP`. */
const SILENT =
  /^(NAME|REMI|EREF|IREF|PREF|KREF|IBAN|BIC|ORDP|BENM|ADDR|PURP|SVWZ|ISDT|TRTP|SEPA( (OVERBOEKING|CREDIT TRANSFER))?)$/;

/** Returns the code words, and kinds of transaction, that may say more. */
function codeWordsOf(information: string): string[] {
  const plain = information.replaceAll("\n", "");
  const words = [...plain.matchAll(/(?<=^|\/)([A-Z]{4})(?=\/)/g)].map(([word]) => word);
  const [, kind = "TRTP"] = /(?:^|\/)TRTP\/([^/]*)/.exec(plain) ?? [];
  return [...words, kind.trim()].filter((word) => !SILENT.test(word));
}
