import type { XmlElement } from "@rgrove/parse-xml";
import { type Result, ok, err } from "#lib/result.ts";
import { parseAmount } from "./amounts.ts";
import { agreeOnCurrency } from "./words.ts";
import { all, at, textAt } from "./xml.ts";

/** The account of a statement. */
export interface Account {
  id: string;
  /** ISO 4217; empty if only its entries name it. */
  currency: string;
  /** Whether opening and closing balance agree with the entries; null if one is missing. */
  isBalanced: boolean | null;
  entries: XmlElement[];
  /** The account and its entries, as text. */
  content: string;
}

export function accountOf(statement: XmlElement): Account {
  const id = at(statement, "Acct", "Id");
  const balance = (...codes: string[]) => {
    const of = (one: XmlElement) => codes.includes(textAt(one, "Tp", "CdOrPrtry", "Cd"));
    return all(statement, "Bal").find(of) ?? null;
  };
  const [opening, closing] = [balance("OPBD", "PRCD"), balance("CLBD")];
  const entries = all(statement, "Ntry");
  const booked = entries.filter((entry) => stateOf(entry) === "BOOK");
  const sum = [opening, ...booked].reduce((total, one) => total + signedCents(one), 0);
  return {
    id: numberOf(id),
    entries,
    content: JSON.stringify([numberOf(id), ...entries.map(({ text }) => text)]),
    currency: textAt(statement, "Acct", "Ccy") || at(opening, "Amt")?.attributes.Ccy || "",
    isBalanced: opening && closing ? sum === signedCents(closing) : null,
  };
}

/** Returns the number of an account. */
export const numberOf = (id: XmlElement | null) => textAt(id, "IBAN") || textAt(id, "Othr", "Id");

/** Returns the amount of an entry or balance, negative for a debit; NaN for none. */
function signedCents(element: XmlElement | null): number {
  const amount = amountOf(at(element, "Amt"));
  const cents = amount.ok ? amount.value.cents : Number.NaN;
  return textAt(element, "CdtDbtInd") === "DBIT" ? -cents : cents;
}

/** Returns an entry's status. Up to version 7 it is the element's text, from version 8 on a code within it. */
export function stateOf(entry: XmlElement): string {
  return textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");
}

export interface Amount {
  cents: number;
  currency: string;
}

/** Returns an amount in hundredths of its currency, whatever its minor unit. */
export function amountOf(element: XmlElement | null): Result<Amount, string> {
  const text = textAt(element);
  const amount = /^[+\d.]+$/.test(text) ? parseAmount(text, ".") : null;
  if (!amount) return err(`“${text}” is not a valid amount`);
  const currency = agreeOnCurrency([element?.attributes.Ccy ?? ""], null);
  return currency.ok ? ok({ cents: amount.cents, currency: currency.value }) : currency;
}
