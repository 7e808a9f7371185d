/**
 * Codes of payments that come in from customers; a line with any other is to look at. Received credit transfers of
 * ISO 20022's Bank Transaction Code set, without returns (RRTN, RPCR), transfers between accounts of one's own (BOOK,
 * AUTT), fees and what is not specified. https://www.iso20022.org/catalogue-messages/additional-content-messages/external-code-sets
 */
const FAMILIES = ["PMNT/RCDT", "PMNT/RRCT"];
const SUB_FAMILIES = ["ACDT", "DMCT", "ESCT", "PRCT", "SDVA", "VCOM", "XBCT"];
/**
 * SEPA credit transfer and instant credit transfer, received: codes of Germany's banks (DFÜ-Abkommen, Anlage 3:
 * Geschäftsvorfallcodes). https://www.ebics.de/de/datenformate
 */
const GERMAN = ["166", "168"];
/** Transfers in MT940, sub-field 6 of `:61:` (SWIFT, Standards MT, Category 9): sent by SWIFT, otherwise, or first advised. */
const SWIFT = ["STRF", "NTRF", "FTRF"];

/** True for a code of the form `PMNT/RCDT/ESCT`. */
export function isIsoCredit(code: string): boolean {
  const [domain, family, sub = ""] = code.split("/");
  return FAMILIES.includes(`${domain}/${family}`) && SUB_FAMILIES.includes(sub);
}

export const isGermanCredit = (code: string) => GERMAN.includes(code);
export const isSwiftTransfer = (code: string) => SWIFT.includes(code);

/** Why a line with this code is to look at; null if it is a payment from a customer. */
export function kindDoubt(code: string, isCredit: boolean): string | null {
  return isCredit ? null : `“${code}” is not known as a payment from a customer`;
}

/** What an entry that is marked as a reversal is, by the direction of the money. */
export const reversal = {
  in: "the bank reversed a debit: this is money that you had paid",
  out: "the bank reversed a credit: money that you had received went back",
};

export const unbalanced =
  "opening and closing balance do not agree with the lines of the statement";

/** ISO 20022's purposes of transfers within a company or a party (External Purpose codes). */
const WITHIN = ["INTC", "INTP", "CASH", "LIQU", "TREA"];

export function purposeDoubt(code: string): string | null {
  return WITHIN.includes(code) ? `its purpose “${code}” is a transfer of your own` : null;
}

export const repeated = "the file has this statement twice";

/**
 * Returns why a payment from this account is none of a customer; null if it is not one of these, the file's own. Numbers
 * are compared without spaces, the currency behind them, and what makes a German IBAN of bank and account.
 */
export function ownDoubt(payer: string, own: readonly string[]): string | null {
  const key = accountKey(payer);
  const isOwn = own.map(accountKey).some((one) => one === key && key !== "");
  return isOwn ? "it came from an account of your own" : null;
}

function accountKey(account: string): string {
  const plain = account
    .toUpperCase()
    .replaceAll(/[^A-Z\d/]/g, "")
    .replace(/(?<=\d)[A-Z]{3}$/, "");
  const [, bank, number] = /^(?:DE\d\d)?(\d{8})\/?0*(\d{1,10})$/.exec(plain) ?? [];
  return bank ? `${bank}/${number ?? ""}` : plain;
}
