import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { type Result, ok, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { parseDay } from "./dates.ts";
import { all, at, textAt, textsIn } from "./xml.ts";
import {
  joinTexts,
  leftOut,
  NO_REFERENCE,
  type PlacedReading,
  type Reading,
  readingOf,
  STATEMENT_MAX_LINES,
  type StatementLine,
  type StatementProblem,
  tidyText,
  tooManyLines,
  unclear,
} from "./statement.ts";
import { agreeOnCurrency } from "./words.ts";

/** The elements of the reports (camt.052), statements (camt.053) and notifications (camt.054) that have entries. */
const MESSAGES = [
  ["BkToCstmrAcctRpt", "Rpt"],
  ["BkToCstmrStmt", "Stmt"],
  ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
] as const;

/**
 * Reads the entries of ISO 20022 camt.052, 053 and 054 of any version. Versions differ in the elements of the payer's
 * name and the entry's status. https://www.iso20022.org/catalogue-messages (Bank-to-Customer Cash Management)
 */
export function readCamt(text: string): Result<PlacedReading[], StatementProblem> {
  // Statements have no document type, and entities that it could declare must not be expanded.
  if (/<!DOCTYPE/i.test(text))
    return wrong("Files with a document type declaration are not accepted");
  const root = rootOf(text);
  if (!root.ok) return root;
  const statements = MESSAGES.flatMap((path) => all(root.value, ...path));
  if (statements.length === 0) return wrong("This XML is not a bank statement in CAMT");
  const entries = statements.flatMap((one) => all(one, "Ntry"));
  if (entries.length > STATEMENT_MAX_LINES) return err(tooManyLines);
  const readings = entries.flatMap((entry, index) =>
    readEntry(entry).map((reading) => ({ ...reading, place: `Entry ${index + 1}` })),
  );
  return readings.length > STATEMENT_MAX_LINES ? err(tooManyLines) : ok(readings);
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

/** Reads an entry: one payment, the parts of a batch, or why it is none. */
function readEntry(entry: XmlElement): Reading[] {
  // Up to version 7 the status is the element's text, from version 8 on a code within it.
  const state = textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");
  if (["PDNG", "INFO", "FUTR"].includes(state)) return [leftOut("it is not booked")];
  const direction = textAt(entry, "CdtDbtInd");
  const isReversal = !["", "false", "0"].includes(textAt(entry, "RvslInd"));
  if (direction === "DBIT" && !isReversal) return [leftOut("it is money out")];
  const amount = amountOf(at(entry, "Amt"));
  if (!amount.ok) return [unclear(amount.error)];
  const bookedOn = dayOf(entry, "BookgDt") ?? dayOf(entry, "ValDt");
  if (!bookedOn) return [unclear("its date is missing")];
  const { cents } = amount.value;
  if (cents === 0) return [leftOut("it has no amount")];
  const details = all(entry, "NtryDtls", "TxDtls");
  const parts = details.length > 1 ? partsOf(details, amount.value) : null;
  const doubtOf = (parted: readonly XmlElement[]) => {
    const doubts = [
      state !== "BOOK" && (state ? `its state “${state}” is not known` : "its state is missing"),
      isReversal && reversal[direction === "CRDT" ? "in" : "out"],
      !isReversal && direction !== "CRDT" && "it does not say whether money came in or went out",
      parted.some(isReturn) && returned,
      !parts && details.length > 1 && "it holds several payments that do not add up to its amount",
      !parts && details.some((detail) => isDebit(detail)) && "a part of it is money out",
    ];
    return doubts.filter(Boolean).join(", and ") || null;
  };
  const own = referenceOf(textAt(entry, "AcctSvcrRef"));
  if (!parts) {
    const [only] = details.length === 1 ? details : [];
    return [
      lineOf(own ?? (only ? referenceOf(textAt(only, "Refs", "AcctSvcrRef")) : null), {
        ...amount.value,
        bookedOn,
        payer: joinTexts(details.map(payerOf)),
        purpose: joinTexts([
          ...details.flatMap(textsOf),
          textAt(entry, "AddtlNtryInf"),
          textAt(entry, "NtryRef"),
        ]),
        doubt: doubtOf([entry, ...details]),
      }),
    ];
  }
  return parts.map(({ detail, ...money }, index) => {
    const partReference = referenceOf(textAt(detail, "Refs", "AcctSvcrRef"));
    // Some banks repeat the reference of a batch in all of its parts.
    const ofPart =
      partReference !== null && partReference !== own
        ? partReference
        : own && `${own}/${index + 1}`;
    return lineOf(parts.length === 1 ? (own ?? partReference) : ofPart, {
      ...money,
      bookedOn,
      payer: payerOf(detail),
      purpose: joinTexts(textsOf(detail)),
      doubt: doubtOf([entry, detail]),
    });
  });
}

/** What an entry with `RvslInd` is, by the direction of the money. */
export const reversal = {
  in: "the bank reversed a debit: this is money that you had paid",
  out: "the bank reversed a credit: money that you had received went back",
};

export const returned =
  "the bank sent this money back to you, such as a refund that did not arrive";

/** True for a payment that came back, by `RtrInf` or the code of the transaction: ISO's RRTN, or Germany's in `Prtry`. */
function isReturn(element: XmlElement): boolean {
  return (
    at(element, "RtrInf") !== null ||
    ["RRTN", "RPCR"].includes(textAt(element, "BkTxCd", "Domn", "Fmly", "SubFmlyCd")) ||
    RETURN_CODE.test(textAt(element, "BkTxCd", "Prtry", "Cd"))
  );
}

/** The codes of Germany's banks for returns and reversals (DFÜ-Abkommen, Anlage 3: Geschäftsvorfallcodes). */
export const RETURN_CODE = /(?:^|\+)(159|160|18[1-4]|193|199|899)(?:\+|$)/;

function isDebit(detail: XmlElement): boolean {
  return !["", "CRDT"].includes(textAt(detail, "CdtDbtInd"));
}

interface Amount {
  cents: number;
  currency: string;
}

/** Returns the payments of a batch if they add up to its amount; null otherwise: then a person decides about the entry. */
function partsOf(
  details: readonly XmlElement[],
  whole: Amount,
): (Amount & { detail: XmlElement })[] | null {
  let sum = 0;
  const parts: (Amount & { detail: XmlElement })[] = [];
  for (const detail of details) {
    // Version 2 has the amount in `AmtDtls`, later versions beside it.
    const amount = amountOf(at(detail, "Amt") ?? at(detail, "AmtDtls", "TxAmt", "Amt"));
    if (!amount.ok || amount.value.currency !== whole.currency || amount.value.cents === 0)
      return null;
    sum += isDebit(detail) ? -amount.value.cents : amount.value.cents;
    if (!isDebit(detail)) parts.push({ detail, ...amount.value });
  }
  return sum === whole.cents && parts.length > 0 ? parts : null;
}

/** Returns an amount in hundredths of its currency, whatever its minor unit. */
function amountOf(element: XmlElement | null): Result<Amount, string> {
  const text = textAt(element);
  const amount = /^[+\d.]+$/.test(text) ? parseAmount(text, ".") : null;
  if (!amount) return err(`“${text}” is not a valid amount`);
  const currency = agreeOnCurrency([element?.attributes.Ccy ?? ""], null);
  return currency.ok ? ok({ cents: amount.cents, currency: currency.value }) : currency;
}

function dayOf(entry: XmlElement, name: "BookgDt" | "ValDt"): string | null {
  return parseDay(textAt(entry, name, "Dt") || textAt(entry, name, "DtTm"), "ymd");
}

/** Returns the payer's name. From version 8 on it is wrapped in `Pty`. */
function payerOf(detail: XmlElement): string {
  const party = (role: string) =>
    textAt(detail, "RltdPties", role, "Nm") || textAt(detail, "RltdPties", role, "Pty", "Nm");
  return tidyText(party("Dbtr") || party("UltmtDbtr"));
}

/** The elements of a payment's texts and ids, in the order in which they are shown. */
const TEXTS = [
  ...["Ustrd", "Ref", "Nb", "AddtlRmtInf", "AddtlTxInf"],
  ...["EndToEndId", "InstrId", "TxId", "PmtInfId", "MsgId", "ChqNb", "ClrSysRef"],
];

function textsOf(detail: XmlElement): string[] {
  return TEXTS.flatMap((name) => textsIn(detail, name));
}

function referenceOf(reference: string): string | null {
  const text = tidyText(reference);
  return NO_REFERENCE.test(text) ? null : text;
}

function lineOf(
  reference: string | null,
  line: Omit<StatementLine, "content" | "reference">,
): Reading {
  const { cents, currency, bookedOn, payer, purpose } = line;
  const content = JSON.stringify([bookedOn, cents, currency, payer, purpose]);
  return readingOf({ ...line, reference, content });
}
