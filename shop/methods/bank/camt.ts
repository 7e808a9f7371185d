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

/** What banks write where they have nothing to say. */
const NOTHING_TOLD = new Set(["", "NOTPROVIDED", "NONREF", "NOREF", "NOTAVAILABLE"]);

/**
 * Reads the credits of a statement in ISO 20022's camt.053, of any version; they differ in where a payer's name and
 * a payment's state stand. https://www.iso20022.org/catalogue-messages (Bank-to-Customer Statement)
 */
export function readCamt(text: string): Result<Statement, StatementProblem> {
  // A statement has none, and what it could declare is nothing that we would read.
  if (/<!DOCTYPE/i.test(text)) return wrong("A file with a document type is not read");
  const root = rootOf(text);
  if (!root.ok) return root;
  const statements = all(root.value, "BkToCstmrStmt", "Stmt");
  if (statements.length === 0) return wrong("This is no bank statement in the format CAMT.053");
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
    // Nested deeper than anybody nests.
    if (error instanceof RangeError) return wrong("This XML cannot be read");
    throw error;
  }
}

function wrong(problem: string) {
  return err<StatementProblem>({ line: null, problem });
}

/** The lines of an entry; null for one that is not of money that came in; words for one that cannot be read. */
function readEntry(entry: XmlElement): StatementLine[] | string | null {
  // Up to version 7 the state is a text, then a code.
  const state = textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");
  if (!isCredit(entry) || (state && state !== "BOOK")) return null;
  const amount = amountOf(at(entry, "Amt"));
  if (!amount) return `“${textAt(entry, "Amt")}” is no amount`;
  const day = dayOf(entry, "BookgDt") ?? dayOf(entry, "ValDt");
  if (!day) return "it has no date";
  if (amount.cents === 0) return null;
  const details = all(entry, "NtryDtls", "TxDtls");
  const parts = partsOf(details, amount);
  const own = told(textAt(entry, "AcctSvcrRef"));
  const entryPurpose = tidyText(textAt(entry, "AddtlNtryInf"));
  if (!parts)
    return [lineOf({ reference: own, ...amount, bookedOn: day, ...joined(details, entryPurpose) })];
  return parts.map(({ detail, cents, currency }, index) => {
    const its = told(textAt(detail, "Refs", "AcctSvcrRef"));
    // Some banks give all parts of a batch the reference of the whole.
    const ofPart = its !== null && its !== own ? its : own && `${own}/${index + 1}`;
    const reference = parts.length === 1 ? (own ?? its) : ofPart;
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
 * The payments that an entry is made of, where they add up to it; else null, and the entry is taken as one. The one
 * payment of an entry is worth what was booked.
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
    // Version 2 has the amount among the details of the amount, later ones beside them.
    const amount = amountOf(at(detail, "Amt") ?? at(detail, "AmtDtls", "TxAmt", "Amt"));
    if (!amount || amount.currency !== whole.currency || amount.cents === 0) return null;
    const taken = at(detail, "CdtDbtInd") !== null && !isCredit(detail);
    sum += taken ? -amount.cents : amount.cents;
    if (!taken) parts.push({ detail, ...amount });
  }
  return sum === whole.cents && parts.length > 0 ? parts : null;
}

/** Hundredths of an amount; null for what is none. Of a currency without hundredths, too. */
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

/** Of several payments that are taken as one. */
function joined(details: readonly XmlElement[], entryPurpose: string) {
  const every = (read: (detail: XmlElement) => string) =>
    tidyText([...new Set(details.map(read).filter(Boolean))].join("; "));
  return { payer: every(payerOf), purpose: every(purposeOf) || entryPurpose };
}

/** Who paid. From version 8 on a party stands in an element of its own. */
function payerOf(detail: XmlElement): string {
  const party = (role: string) =>
    textAt(detail, "RltdPties", role, "Nm") || textAt(detail, "RltdPties", role, "Pty", "Nm");
  return tidyText(party("Dbtr") || party("UltmtDbtr"));
}

/** What for: the payer's words, else a reference with a structure, and the id that the payer's bank was given. */
function purposeOf(detail: XmlElement): string {
  const words = all(detail, "RmtInf", "Ustrd").map((element) => textAt(element));
  const structured = all(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref").map((element) =>
    textAt(element),
  );
  const endToEnd = told(textAt(detail, "Refs", "EndToEndId"));
  const parts = [...words, ...structured, endToEnd ?? ""].map(tidyText).filter(Boolean);
  return tidyText([...new Set(parts)].join(" ")) || tidyText(textAt(detail, "AddtlTxInf"));
}

function told(reference: string): string | null {
  const text = tidyText(reference);
  return NOTHING_TOLD.has(text.toUpperCase()) ? null : text;
}

function lineOf(line: Omit<StatementLine, "says">): StatementLine {
  const { cents, currency, bookedOn, payer, purpose } = line;
  return { ...line, says: JSON.stringify([bookedOn, cents, currency, payer, purpose]) };
}
