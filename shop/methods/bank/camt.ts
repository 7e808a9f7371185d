import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { type Result, ok, err } from "#lib/result.ts";
import {
  type Account,
  accountOf,
  type Amount,
  amountOf,
  numberOf,
  stateOf,
} from "./camt-account.ts";
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
  type StatementProblem,
  tidyText,
  tooManyLines,
  unclear,
} from "./statement.ts";
import {
  isGermanCredit,
  isIsoCredit,
  kindDoubt,
  ownDoubt,
  purposeDoubt,
  repeated,
  reversal,
  unbalanced,
} from "./customer-credits.ts";
import { returnDoubt } from "./words.ts";

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
  const accounts = statements.map(accountOf);
  const own = accounts.map(({ id }) => id);
  const entries = accounts.flatMap((account) =>
    account.entries.map((entry) => ({ entry, account })),
  );
  if (entries.length > STATEMENT_MAX_LINES) return err(tooManyLines);
  const readings = entries.flatMap(({ entry, account }, index) => {
    const isAgain = accounts.some((one) => one !== account && one.content === account.content);
    const doubts = [isAgain && repeated, ...payersOf(entry).map((payer) => ownDoubt(payer, own))];
    return readEntry(entry, account, doubts).map((reading) => ({
      ...reading,
      place: `Entry ${index + 1}`,
    }));
  });
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

/** Returns the accounts that an entry names as the payer's. */
function payersOf(entry: XmlElement): string[] {
  return all(entry, "NtryDtls", "TxDtls", "RltdPties", "DbtrAcct", "Id").map(numberOf);
}

/** Reads an entry: one payment, the parts of a batch, or why it is none. */
function readEntry(
  entry: XmlElement,
  account: Account,
  doubts: readonly (string | false | null)[],
): Reading[] {
  const state = stateOf(entry);
  if (["PDNG", "INFO", "FUTR"].includes(state)) return [leftOut("it is not booked")];
  const direction = textAt(entry, "CdtDbtInd");
  const isReversal = !["", "false", "0"].includes(textAt(entry, "RvslInd"));
  if (direction === "DBIT" && !isReversal) return [leftOut("it is money out")];
  const amount = amountOf(at(entry, "Amt"));
  if (!amount.ok) return [unclear(amount.error)];
  const bookedOn = dayOf(entry, "BookgDt") ?? dayOf(entry, "ValDt");
  if (!bookedOn) return [unclear("its date is missing")];
  const { cents, currency } = amount.value;
  if (cents === 0) return [leftOut("it has no amount")];
  const details = all(entry, "NtryDtls", "TxDtls");
  const parts = details.length > 1 ? partsOf(details, amount.value) : null;
  const own = referenceOf(textAt(entry, "AcctSvcrRef"));
  const text = textAt(entry, "AddtlNtryInf");
  return (parts ?? [{ details, ...amount.value }]).map(({ details: parted, ...money }, index) => {
    const [only] = parted.length === 1 ? parted : [];
    const partReference = only ? referenceOf(textAt(only, "Refs", "AcctSvcrRef")) : null;
    // Some banks repeat the reference of a batch in all of its parts.
    const isPart = parts !== null && parts.length > 1;
    const ofPart = partReference === own ? null : partReference;
    const reference = isPart ? (ofPart ?? (own && `${own}/${index + 1}`)) : (own ?? partReference);
    const codes = [entry, ...parted].flatMap(codesOf);
    const payer = joinTexts(parted.map(payerOf));
    const texts = [...parted.flatMap(textsOf), ...(parts ? [] : [text, textAt(entry, "NtryRef")])];
    const purpose = joinTexts(texts);
    const content = JSON.stringify([bookedOn, money.cents, currency, payer, purpose]);
    return readingOf(
      { reference, ...money, bookedOn, payer, purpose, content },
      [
        `account ${account.id} in ${currency}`,
        `came in as ${codes[0]?.code ?? ""}`,
        `booked as ${state}`,
        ...(account.isBalanced ? ["no line is missing by the balances"] : []),
      ],
      [
        ...doubts,
        !account.id && "the file does not name its account",
        account.currency !== currency &&
          account.currency !== "" &&
          `it is in ${currency}, and the account in ${account.currency}`,
        account.isBalanced === false && unbalanced,
        state !== "BOOK" && (state ? `its state “${state}” is not known` : "its state is missing"),
        isReversal && reversal[direction === "CRDT" ? "in" : "out"],
        !isReversal && direction !== "CRDT" && "it does not say whether money came in or went out",
        parted.some((part) => at(part, "RtrInf")) && "the bank sent this money back to you",
        ...parted.flatMap((part) =>
          all(part, "Purp", "Cd").map(({ text }) => purposeDoubt(text.trim())),
        ),
        codes.length === 0 && "it does not say what kind of payment it is",
        ...codes.map(({ code, isCredit }) => kindDoubt(code, isCredit)),
        returnDoubt(text),
        !parts && parted.length > 1 && "it holds several payments that do not add up to its amount",
        !parts && parted.some(isDebit) && "a part of it is money out",
      ],
    );
  });
}

/** Returns what an entry or a part of it says about its kind: ISO's code, and that of Germany's banks. */
function codesOf(element: XmlElement): { code: string; isCredit: boolean }[] {
  return all(element, "BkTxCd").flatMap((kind) => {
    const iso = [["Cd"], ["Fmly", "Cd"], ["Fmly", "SubFmlyCd"]]
      .map((path) => textAt(kind, "Domn", ...path))
      .join("/");
    const own = textAt(kind, "Prtry", "Cd");
    const isGerman =
      ["DK", "ZKA"].includes(textAt(kind, "Prtry", "Issr")) || /^N[A-Z]{3}\+/.test(own);
    const german = isGerman ? (/(?:^|\+)(\d{3})(?:\+|$)/.exec(own)?.[1] ?? own) : "";
    return [
      ...(iso === "//" ? [] : [{ code: iso, isCredit: isIsoCredit(iso) }]),
      ...(german ? [{ code: own, isCredit: isGermanCredit(german) }] : []),
    ];
  });
}

function isDebit(detail: XmlElement): boolean {
  return !["", "CRDT"].includes(textAt(detail, "CdtDbtInd"));
}

/** Returns the payments of a batch if they add up to its amount; null otherwise: then a person decides about the entry. */
function partsOf(
  details: readonly XmlElement[],
  whole: Amount,
): (Amount & { details: XmlElement[] })[] | null {
  let sum = 0;
  const parts: (Amount & { details: XmlElement[] })[] = [];
  for (const detail of details) {
    // Version 2 has the amount in `AmtDtls`, later versions beside it.
    const amount = amountOf(at(detail, "Amt") ?? at(detail, "AmtDtls", "TxAmt", "Amt"));
    if (!amount.ok || amount.value.currency !== whole.currency || amount.value.cents === 0)
      return null;
    sum += isDebit(detail) ? -amount.value.cents : amount.value.cents;
    if (!isDebit(detail)) parts.push({ details: [detail], ...amount.value });
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
