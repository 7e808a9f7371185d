import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { type Result, ok, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { type Account, codedTable, type Credit } from "./coded-statement.ts";
import type { CsvTable } from "./csv-layout.ts";
import { parseDay } from "./dates.ts";
import {
  joinTexts,
  leftOut,
  NO_REFERENCE,
  type Reading,
  type StatementProblem,
  tidyText,
  unclear,
} from "./statement.ts";
import { agreeOnCurrency, returnDoubt } from "./words.ts";
import { all, at, textAt, textsIn } from "./xml.ts";

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
export function readCamt(text: string): Result<CsvTable, StatementProblem> {
  // Statements have no document type, and entities that it could declare must not be expanded.
  if (/<!DOCTYPE/i.test(text))
    return wrong("Files with a document type declaration are not accepted");
  const root = rootOf(text);
  if (!root.ok) return root;
  const statements = MESSAGES.flatMap((path) => all(root.value, ...path)).map((statement) => ({
    account: accountOf(statement),
    entries: all(statement, "Ntry"),
  }));
  if (statements.length === 0) return wrong("This XML is not a bank statement in CAMT");
  const read = statements.flatMap(({ account, entries }) =>
    entries.map((entry) => readEntry(entry, account)),
  );
  return codedTable(
    "CAMT",
    statements.map(({ account }) => account),
    read.flatMap((parts, index) => parts.map((found) => ({ found, place: `Entry ${index + 1}` }))),
  );
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

function accountOf(statement: XmlElement): Account {
  const id = numberOf(at(statement, "Acct", "Id"));
  const balance = (...codes: string[]) =>
    all(statement, "Bal").find((one) => codes.includes(textAt(one, "Tp", "CdOrPrtry", "Cd")));
  const [opening, closing] = [balance("OPBD", "PRCD"), balance("CLBD")];
  const entries = all(statement, "Ntry");
  const booked = entries.filter((entry) => stateOf(entry) === "BOOK");
  const cents = (one: XmlElement | undefined) => {
    const amount = amountOf(one);
    return (amount.ok ? amount.value.cents : Number.NaN) * (isDebit(one) ? -1 : 1);
  };
  const sum = [opening, ...booked].reduce((total, one) => total + cents(one), 0);
  return {
    id,
    currency: textAt(statement, "Acct", "Ccy") || at(opening, "Amt")?.attributes.Ccy || "",
    isBalanced: opening && closing ? sum === cents(closing) : null,
    content: JSON.stringify([id, ...entries.map(({ text }) => text)]),
  };
}

const numberOf = (id: XmlElement | null) => textAt(id, "IBAN") || textAt(id, "Othr", "Id");

/** Returns an entry's status. Up to version 7 it is the element's text, from version 8 on a code within it. */
const stateOf = (entry: XmlElement) => textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");

const isDebit = (element: XmlElement | undefined) =>
  !["", "CRDT"].includes(textAt(element, "CdtDbtInd"));

interface Amount {
  cents: number;
  currency: string;
}

/** Returns the amount of an element in hundredths of its currency. Version 2 has that of a detail in `AmtDtls`. */
function amountOf(element: XmlElement | undefined): Result<Amount, string> {
  const written = at(element, "Amt") ?? at(element, "AmtDtls", "TxAmt", "Amt");
  const text = textAt(written);
  const amount = /^[+\d.]+$/.test(text) ? parseAmount(text, ".") : null;
  if (!amount) return err(`“${text}” is not a valid amount`);
  const currency = agreeOnCurrency([written?.attributes.Ccy ?? ""], null);
  return currency.ok ? ok({ cents: amount.cents, currency: currency.value }) : currency;
}

/** Reads an entry: one payment, the parts of a batch, or why it is none. */
function readEntry(entry: XmlElement, account: Account): (Credit | Reading)[] {
  const state = stateOf(entry);
  if (["PDNG", "INFO", "FUTR"].includes(state)) return [leftOut("it is not booked")];
  const direction = textAt(entry, "CdtDbtInd");
  const isReversal = !["", "false", "0"].includes(textAt(entry, "RvslInd"));
  if (direction === "DBIT" && !isReversal) return [leftOut("it is money out")];
  const amount = amountOf(entry);
  if (!amount.ok) return [unclear(amount.error)];
  const bookedOn = dayOf(entry, "BookgDt") ?? dayOf(entry, "ValDt");
  if (!bookedOn) return [unclear("its date is missing")];
  const { cents: whole, currency } = amount.value;
  if (whole === 0) return [leftOut("it has no amount")];
  const details = all(entry, "NtryDtls", "TxDtls");
  const parts = details.length > 1 ? partsOf(details, amount.value) : null;
  const own = referenceOf(entry);
  const text = textAt(entry, "AddtlNtryInf");
  return (parts ?? [{ parted: details, cents: whole }]).map(({ parted, cents }, index): Credit => {
    const [only] = parted;
    const ofPart = only && parted.length === 1 ? referenceOf(at(only, "Refs")) : null;
    // Some banks repeat the reference of a batch in all of its parts.
    const nth = own && `${own}/${index + 1}`;
    const isPart = parts !== null && parts.length > 1;
    const reference = isPart ? (ofPart === own ? nth : (ofPart ?? nth)) : (own ?? ofPart);
    const payer = joinTexts(parted.map(payerOf));
    const texts = parted.flatMap((part) => TEXTS.flatMap((name) => textsIn(part, name)));
    const purpose = joinTexts([...texts, ...(parts ? [] : [text, textAt(entry, "NtryRef")])]);
    const content = JSON.stringify([bookedOn, cents, currency, payer, purpose]);
    return {
      account,
      facts: { reference, cents, currency, bookedOn, payer, purpose, content },
      codes: [...new Set([entry, ...parted].flatMap(codesOf))],
      reverses: isReversal && (direction === "CRDT" ? "debit" : "credit"),
      payers: details.flatMap((part) => all(part, "RltdPties", "DbtrAcct", "Id").map(numberOf)),
      purposes: parted.flatMap((part) => all(part, "Purp", "Cd").map((code) => code.text.trim())),
      doubts: [
        state !== "BOOK" && (state ? `its state “${state}” is not known` : "its state is missing"),
        !isReversal && direction !== "CRDT" && "it does not say whether money came in or went out",
        parted.some((part) => at(part, "RtrInf")) && "the bank sent this money back to you",
        returnDoubt(text),
        !parts && parted.length > 1 && "it holds several payments that do not add up to its amount",
        !parts && parted.some(isDebit) && "a part of it is money out",
      ],
    };
  });
}

/** Returns what an element says about its kind: ISO's code, and the bank's own. */
function codesOf(element: XmlElement): string[] {
  return all(element, "BkTxCd").flatMap((kind) => {
    const iso = [["Cd"], ["Fmly", "Cd"], ["Fmly", "SubFmlyCd"]]
      .map((path) => textAt(kind, "Domn", ...path))
      .join("/");
    const own = textAt(kind, "Prtry", "Cd");
    const isGerman =
      ["DK", "ZKA"].includes(textAt(kind, "Prtry", "Issr")) || /^N[A-Z]{3}\+/.test(own);
    const [, german] = (isGerman && /(?:^|\+)(\d{3})(?:\+|$)/.exec(own)) || [];
    return [iso === "//" ? "" : iso, german ? `GVC ${german}` : own].filter(Boolean);
  });
}

/** Returns the payments of a batch if they add up to its amount; null otherwise: then a person decides about the entry. */
function partsOf(details: readonly XmlElement[], whole: Amount) {
  let sum = 0;
  const parts: { parted: XmlElement[]; cents: number }[] = [];
  for (const detail of details) {
    const amount = amountOf(detail);
    if (!amount.ok || amount.value.currency !== whole.currency || amount.value.cents === 0)
      return null;
    const { cents } = amount.value;
    sum += isDebit(detail) ? -cents : cents;
    if (!isDebit(detail)) parts.push({ parted: [detail], cents });
  }
  return sum === whole.cents && parts.length > 0 ? parts : null;
}

function dayOf(entry: XmlElement, name: "BookgDt" | "ValDt"): string | null {
  return parseDay(textAt(entry, name, "Dt") || textAt(entry, name, "DtTm"), "ymd");
}

/** Returns the payer's name. From version 8 on it is wrapped in `Pty`. */
function payerOf(detail: XmlElement): string {
  const party = (role: string) =>
    textAt(detail, "RltdPties", role, "Nm") || textAt(detail, "RltdPties", role, "Pty", "Nm");
  return party("Dbtr") || party("UltmtDbtr");
}

/** The elements of a payment's texts and ids, in the order in which they are shown. */
const TEXTS = [
  ...["Ustrd", "Ref", "Nb", "AddtlRmtInf", "AddtlTxInf"],
  ...["EndToEndId", "InstrId", "TxId", "PmtInfId", "MsgId", "ChqNb", "ClrSysRef"],
];

function referenceOf(element: XmlElement | null): string | null {
  const text = tidyText(textAt(element, "AcctSvcrRef"));
  return NO_REFERENCE.test(text) ? null : text;
}
