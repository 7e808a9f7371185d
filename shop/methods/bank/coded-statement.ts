import { type Result, ok, err } from "#lib/result.ts";
import { type CsvLayout, type CsvTable, wordKey } from "./csv-layout.ts";
import {
  type Reading,
  readingOf,
  STATEMENT_MAX_LINES,
  type StatementLine,
  type StatementProblem,
  tidyText,
  tooManyLines,
} from "./statement.ts";

/** An account's statement in CAMT or MT940. */
export interface Account {
  id: string;
  /** ISO 4217; empty if only its lines name it. */
  currency: string;
  /** Whether opening and closing balance agree with the lines between them; null if that cannot be said. */
  isBalanced: boolean | null;
  /** All of it as text: a file may have a statement twice. */
  content: string;
}

/** A line that is neither money out nor pending, with what its format says of it. */
export interface Credit {
  account: Account;
  facts: Omit<StatementLine, "doubt" | "evidence">;
  /** What the bank says about its kind, without codes that say nothing. */
  codes: readonly string[];
  /** What the line reverses, if it does. */
  reverses: "debit" | "credit" | false;
  /** The payer's account, in the forms that it may have, and purposes of ISO 20022. */
  payers: readonly string[];
  purposes: readonly string[];
  doubts: readonly (string | false | null)[];
}

/**
 * Codes of payments from customers. Received credit transfers of ISO 20022's Bank Transaction Code set, without returns
 * (RRTN, RPCR), transfers between accounts of one's own (BOOK, AUTT) and fees:
 * https://www.iso20022.org/catalogue-messages/additional-content-messages/external-code-sets. The SEPA and the instant
 * credit transfer among the codes of Germany's banks (DFÜ-Abkommen, Anlage 3: Geschäftsvorfallcodes):
 * https://www.ebics.de/de/datenformate. SWIFT's transfer in sub-field 6 of `:61:` (Standards MT, Category 9); one that
 * the bank itself made is `FTRF`.
 */
const CREDIT = /^(PMNT\/(RCDT|RRCT)\/(ACDT|DMCT|ESCT|PRCT|SDVA|VCOM|XBCT)|GVC 16[68]|NTRF)$/;
/** Other codes of ISO's set, unless they are open: what they mean is known, so nobody is asked. */
const OTHER = /^(?!PMNT\/(RCDT|RRCT|NTAV|OTHR)\/(NTAV|OTHR)?$)[A-Z]{4}\/[A-Z]{4}\/[A-Z]{0,4}$/;
/** ISO 20022's purposes of transfers within a company or a party (External Purpose codes). */
const WITHIN = ["INTC", "INTP", "CASH", "LIQU", "TREA"];

/** Where the meanings of codes are stored: in the first column of the table of codes that are not known. */
export const codeLayout: CsvLayout = {
  ...{
    roles: ["words", "ignored", "ignored"],
    words: {},
    dateOrder: "ymd",
    decimal: ".",
    currency: "",
  },
  ...{ positive: null, bothSigns: true, allBooked: true },
};

/** Returns a file in CAMT or MT940 as a table of the codes that a person has to explain, and its reader by their meanings. */
export function codedTable(
  format: string,
  accounts: readonly Account[],
  lines: readonly { place: string; found: Credit | Reading }[],
): Result<CsvTable, StatementProblem> {
  if (lines.length > STATEMENT_MAX_LINES) return err(tooManyLines);
  const textOf = ({ facts }: Credit) => tidyText(`${facts.payer} ${facts.purpose}`);
  const rows = lines.flatMap(({ place, found }) =>
    "kind" in found
      ? []
      : namedCodes(found)
          .filter((code) => !CREDIT.test(code) && !OTHER.test(code))
          .map((code) => ({ cells: [code, place, textOf(found)], line: 0 })),
  );
  const above = [...new Set(accounts.map(({ id, currency }) => `${id} ${currency}`))].join("\n");
  return ok({
    ...{ delimiter: ",", above, heads: [`${format} code`], rows },
    read: (words) =>
      lines.map(({ place, found }) =>
        "kind" in found
          ? { ...found, place, text: "" }
          : { ...readCredit(found, accounts, words), place, text: textOf(found) },
      ),
  });
}

/** A line without a code has an empty one, of which a person can say what it means. */
const namedCodes = ({ codes }: Credit) => (codes.length > 0 ? codes : [""]);

function readCredit(
  credit: Credit,
  accounts: readonly Account[],
  words: CsvLayout["words"],
): Reading {
  const { account, facts, reverses, payers, purposes, doubts } = credit;
  const { id, isBalanced } = account;
  const codes = namedCodes(credit);
  const meaningOf = (code: string) =>
    CREDIT.test(code) ? "in" : OTHER.test(code) ? undefined : words[wordKey(0, code)];
  const kinds = codes.filter((code) => meaningOf(code) === "in");
  const odd = codes.filter(
    (code) => !["in", "booked", "nothing"].includes(meaningOf(code) ?? "unknown"),
  );
  const own = accounts.map((one) => accountKey(one.id)).filter(Boolean);
  return readingOf(
    facts,
    [
      `account ${id} in ${facts.currency}`,
      `came in as ${kinds.map((code) => code || "a line without a code").join(", ")}`,
      isBalanced ? "booked, and no line is missing, by the balances" : "booked",
    ],
    [
      reverses === "debit" && "the bank reversed a debit: this is money that you had paid",
      reverses === "credit" && "the bank reversed a credit: money that you had received went back",
      ...doubts,
      !id && "the file does not name its account",
      account.currency !== "" &&
        account.currency !== facts.currency &&
        `it is in ${facts.currency}, and the account in ${account.currency}`,
      accounts.some((one) => one !== account && one.content === account.content) &&
        "the file has this statement twice",
      isBalanced === false &&
        "opening and closing balance do not agree with the lines of the statement",
      payers.some((payer) => own.includes(accountKey(payer))) &&
        "it came from an account of your own",
      ...purposes.map(
        (purpose) =>
          WITHIN.includes(purpose) && `its purpose “${purpose}” is a transfer of your own`,
      ),
      ...odd.map((code) => code && `“${code}” is not known as a payment from a customer`),
      kinds.length === 0 && !odd.some(Boolean) && "it does not say what kind of payment it is",
    ],
  );
}

/** Returns an account's number without spaces and the currency behind it, and a German IBAN as bank and account. */
function accountKey(account: string): string {
  const plain = account
    .toUpperCase()
    .replaceAll(/[^A-Z\d/]/g, "")
    .replace(/(?<=\d)[A-Z]{3}$/, "");
  const [, bank, number] = /^(?:DE\d\d)?(\d{8})\/?0*(\d{1,10})$/.exec(plain) ?? [];
  return bank ? `${bank}/${number ?? ""}` : plain;
}
