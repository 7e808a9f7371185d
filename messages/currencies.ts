/** The currencies that amounts are shown in beside US dollars, which are charged. Each is quoted by at least two of the price sources. */
export const currencies = [
  "EUR",
  "GBP",
  "CHF",
  "CAD",
  "AUD",
  "BRL",
  "MXN",
  "TRY",
  "IDR",
  "SAR",
  "AED",
] as const;

export type Currency = (typeof currencies)[number];

/** A currency beside US dollars, and how much of it one dollar is worth. */
export interface ShownCurrency {
  currency: Currency;
  perDollar: number;
}

/** Writes a currency for an attribute of the document: "EUR 0.92041". */
export function writeShown({ currency, perDollar }: ShownCurrency): string {
  return `${currency} ${perDollar}`;
}

/** Reads it back; null for none. */
export function readShown(text: string | undefined): ShownCurrency | null {
  const [currency = "", perDollar = ""] = text?.split(" ") ?? [];
  return isCurrency(currency) ? { currency, perDollar: Number(perDollar) } : null;
}

/** Returns whether a text is the code of a currency. */
export function isCurrency(text: string): text is Currency {
  return (currencies as readonly string[]).includes(text);
}

/** The currency of each region, by ISO 3166-1 and 4217; the other regions see US dollars. */
const regions: Record<Currency, string> = {
  EUR: "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME XK",
  GBP: "GB IM JE GG",
  CHF: "CH LI",
  CAD: "CA",
  AUD: "AU",
  BRL: "BR",
  MXN: "MX",
  TRY: "TR",
  IDR: "ID",
  SAR: "SA",
  AED: "AE",
};

/**
 * Returns the currency of a language tag's region, or of the region where a language without one is spoken most (UTS #35,
 * likely subtags): `de` is EUR, `es-MX` is MXN. Null for none.
 */
export function currencyOfTag(tag: string): Currency | null {
  let region: string | undefined;
  try {
    ({ region } = new Intl.Locale(tag).maximize());
  } catch {
    return null;
  }
  if (!region) return null;
  return currencies.find((code) => regions[code].split(" ").includes(region)) ?? null;
}
