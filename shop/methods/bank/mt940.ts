import { type Result, ok, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { RETURN_CODE, returned, reversal } from "./camt.ts";
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
  const readings: PlacedReading[] = [];
  let currency = "";
  for (const [index, { tag, text: content, line }] of fields.entries()) {
    if (tag === "20") currency = "";
    if (/^60[FM]$/.test(tag)) currency = /^[CD]\d{6}([A-Z]{3})/.exec(content)?.[1] ?? "";
    const next = fields[index + 1];
    const information = next?.tag === "86" ? next.text : "";
    if (tag === "61")
      readings.push({ ...readLine(content, information, currency), place: `Line ${line}` });
  }
  return readings.length > STATEMENT_MAX_LINES ? err(tooManyLines) : ok(readings);
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

function readLine(content: string, information: string, account: string): Reading {
  const [, day, mark = "", letter, written = "", type = "", references = ""] =
    LINE.exec(content) ?? [];
  const amount = parseAmount(written, ",");
  const bookedOn = parseDay(`20${day}`, "ymd");
  if (!amount || !bookedOn)
    return unclear(`“${tidyText(content).slice(0, 40)}” is not a line of an MT940 statement`);
  if (mark === "D") return leftOut("it is money out");
  if (amount.cents === 0) return leftOut("it has no amount");
  const currency = agreeOnCurrency([account], null);
  if (!currency.ok) return unclear(currency.error);
  if (letter && currency.value[2] !== letter)
    return unclear(`it is not in ${currency.value}, as the statement is`);
  const { code, payer, texts } = partsOf(information);
  const doubts = [
    mark === "RD" && reversal.in,
    mark === "RC" && reversal.out,
    (type === "NRTI" || RETURN_CODE.test(code)) && returned,
  ];
  return readingOf({
    // References begin anew in each statement.
    reference: null,
    cents: amount.cents,
    currency: currency.value,
    bookedOn,
    payer,
    purpose: joinTexts([...texts, ...references.split(/\/\/|\n/)]),
    content: JSON.stringify([content, information]),
    doubt: doubts.filter(Boolean).join(", and ") || null,
  });
}

/**
 * Splits `:86:` into the subfields of Germany's and other banks (DFÜ-Abkommen, Anlage 3): `166?00GUTSCHRIFT?20SVWZ+…`
 * has the code of the transaction, and in ?30 to ?34 the payer's bank, account and name. Other banks write plain text,
 * or SWIFT's code words: `/NAME/MIRA HOLT/REMI/…`.
 */
function partsOf(information: string): { code: string; payer: string; texts: string[] } {
  const plain = information.replaceAll("\n", "");
  const [, code = "", separator] = /^(\d{3})([?~^<>@])\d\d/.exec(plain) ?? [];
  if (!separator) {
    const [, name = ""] = /\/NAME\/([^/]+)/.exec(plain) ?? [];
    return { code, payer: tidyText(name), texts: [information] };
  }
  const subfields = plain.split(separator).slice(1);
  const of = (tags: RegExp) =>
    subfields.filter((field) => tags.test(field)).map((field) => field.slice(2));
  return { code, payer: tidyText(of(/^3[23]/).join("")), texts: of(/^(?!10|3[0-4])/) };
}
