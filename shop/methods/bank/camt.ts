import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { type Result, ok, err } from "#lib/result.ts";
import { parseDay } from "./dates.ts";
import { all, at, textAt } from "./xml.ts";
import {
  type Statement,
  STATEMENT_MAX_LINES,
  type StatementLine,
  type StatementProblem,
  tidyText,
  tooManyLines,
} from "./statement.ts";

/** Values that banks write into a reference they leave out. */
const PLACEHOLDERS = new Set(["", "NOTPROVIDED", "NONREF", "NOREF", "NOTAVAILABLE"]);

/**
 * Reads the credits of an ISO 20022 camt.053 statement of any version. Versions differ in the elements of the payer's
 * name and the entry's status. https://www.iso20022.org/catalogue-messages (Bank-to-Customer Statement)
 */
export function readCamt(text: string): Result<Statement, StatementProblem> {
  // Statements have no document type, and entities that it could declare must not be expanded.
  if (/<!DOCTYPE/i.test(text))
    return wrong("Files with a document type declaration are not accepted");
  const root = rootOf(text);
  if (!root.ok) return root;
  const statements = all(root.value, "BkToCstmrStmt", "Stmt");
  if (statements.length === 0) return wrong("This is not a CAMT.053 bank statement");
  const lines: StatementLine[] = [];
  let others = 0;
  for (const [index, entry] of statements.flatMap((one) => all(one, "Ntry")).entries()) {
    if (index >= STATEMENT_MAX_LINES) return err(tooManyLines);
    const read = readEntry(entry);
    if (read === null) others += 1;
    else if (typeof read === "string") return wrong(`Entry ${index + 1}: ${read}`);
    else lines.push(...read);
  }
  return lines.length > STATEMENT_MAX_LINES ? err(tooManyLines) : ok({ lines, others });
}

function rootOf(text: string): Result<XmlElement, StatementProblem> {
  try {
    const { root } = parseXml(text);
    return root ? ok(root) : wrong("The file is empty");
  } catch (error) {
    if (error instanceof XmlError) {
      const [problem = ""] = error.message.split("\n");
      return err({ line: error.line, problem: problem.replace(/ \(line .*$/, "") });
    }
    // The parser recurses: nesting this deep overflows the stack.
    if (error instanceof RangeError) return wrong("This XML cannot be read");
    throw error;
  }
}

function wrong(problem: string) {
  return err<StatementProblem>({ line: null, problem });
}

/** Returns the lines of an entry; null if it is not a booked credit; the problem, as text, if it cannot be read. */
function readEntry(entry: XmlElement): StatementLine[] | string | null {
  // Up to version 7 the status is the element's text, from version 8 on a code within it.
  const state = textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");
  if (!isCredit(entry) || (state && state !== "BOOK")) return null;
  const amount = amountOf(at(entry, "Amt"));
  if (!amount) return `“${textAt(entry, "Amt")}” is not a valid amount`;
  const day = dayOf(entry, "BookgDt") ?? dayOf(entry, "ValDt");
  if (!day) return "The date is missing";
  if (amount.cents === 0) return null;
  const details = all(entry, "NtryDtls", "TxDtls");
  const parts = partsOf(details, amount);
  const own = referenceOf(textAt(entry, "AcctSvcrRef"));
  const entryPurpose = tidyText(textAt(entry, "AddtlNtryInf"));
  if (!parts)
    return [lineOf({ reference: own, ...amount, bookedOn: day, ...joined(details, entryPurpose) })];
  return parts.map(({ detail, cents, currency }, index) => {
    const partReference = referenceOf(textAt(detail, "Refs", "AcctSvcrRef"));
    // Some banks repeat the reference of a batch in all of its parts.
    const ofPart =
      partReference !== null && partReference !== own
        ? partReference
        : own && `${own}/${index + 1}`;
    const reference = parts.length === 1 ? (own ?? partReference) : ofPart;
    const purpose = purposeOf(detail) || entryPurpose;
    return lineOf({ reference, cents, currency, bookedOn: day, payer: payerOf(detail), purpose });
  });
}

function isCredit(element: XmlElement): boolean {
  return textAt(element, "CdtDbtInd") === "CRDT";
}

interface Amount {
  cents: number;
  currency: string;
}

/**
 * Returns the payments of a batch entry if they add up to its amount; null otherwise, and the entry counts as one
 * payment. A single payment has the booked amount.
 */
function partsOf(
  details: readonly XmlElement[],
  whole: Amount,
): (Amount & { detail: XmlElement })[] | null {
  const [only] = details;
  if (details.length === 1 && only) return [{ detail: only, ...whole }];
  let sum = 0;
  const parts: (Amount & { detail: XmlElement })[] = [];
  for (const detail of details) {
    // Version 2 has the amount in `AmtDtls`, later versions beside it.
    const amount = amountOf(at(detail, "Amt") ?? at(detail, "AmtDtls", "TxAmt", "Amt"));
    if (!amount || amount.currency !== whole.currency || amount.cents === 0) return null;
    const taken = at(detail, "CdtDbtInd") !== null && !isCredit(detail);
    sum += taken ? -amount.cents : amount.cents;
    if (!taken) parts.push({ detail, ...amount });
  }
  return sum === whole.cents && parts.length > 0 ? parts : null;
}

/** Returns an amount in hundredths of its currency, whatever its minor unit; null if it is invalid. */
function amountOf(element: XmlElement | null): Amount | null {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{0,5}))?$/.exec(textAt(element)) ?? [];
  const currency = element?.attributes.Ccy ?? "";
  if (!whole || /[1-9]/.test(fraction.slice(2)) || !/^[A-Z]{3}$/.test(currency)) return null;
  return {
    cents: Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0")),
    currency,
  };
}

function dayOf(entry: XmlElement, name: "BookgDt" | "ValDt"): string | null {
  return parseDay(textAt(entry, name, "Dt") || textAt(entry, name, "DtTm"), "ymd");
}

/** Joins the payers and purposes of payments that count as one. */
function joined(details: readonly XmlElement[], entryPurpose: string) {
  const every = (read: (detail: XmlElement) => string) =>
    tidyText([...new Set(details.map(read).filter(Boolean))].join("; "));
  return { payer: every(payerOf), purpose: every(purposeOf) || entryPurpose };
}

/** Returns the payer's name. From version 8 on it is wrapped in `Pty`. */
function payerOf(detail: XmlElement): string {
  const party = (role: string) =>
    textAt(detail, "RltdPties", role, "Nm") || textAt(detail, "RltdPties", role, "Pty", "Nm");
  return tidyText(party("Dbtr") || party("UltmtDbtr"));
}

/** Returns the unstructured and structured remittance information and the end-to-end id, as one text. */
function purposeOf(detail: XmlElement): string {
  const words = all(detail, "RmtInf", "Ustrd").map((element) => textAt(element));
  const structured = all(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref").map((element) =>
    textAt(element),
  );
  const endToEnd = referenceOf(textAt(detail, "Refs", "EndToEndId"));
  const parts = [...words, ...structured, endToEnd ?? ""].map(tidyText).filter(Boolean);
  return tidyText([...new Set(parts)].join(" ")) || tidyText(textAt(detail, "AddtlTxInf"));
}

function referenceOf(reference: string): string | null {
  const text = tidyText(reference);
  return PLACEHOLDERS.has(text.toUpperCase()) ? null : text;
}

function lineOf(line: Omit<StatementLine, "content">): StatementLine {
  const { cents, currency, bookedOn, payer, purpose } = line;
  return { ...line, content: JSON.stringify([bookedOn, cents, currency, payer, purpose]) };
}
