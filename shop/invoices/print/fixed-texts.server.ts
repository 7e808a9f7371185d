import { moment } from "#messages/format.server.ts";
import { approximately, dollarIn, money, moneyOf, percent } from "#messages/format.ts";
import { readCatalog } from "#messages/catalogs.server.ts";
import type { Invoice } from "../invoice.ts";

/**
 * Returns texts with all characters that the invoice of a language can have besides what people wrote: its translated
 * texts, and its amounts and moments.
 */
export function fixedTexts({
  language,
  timeZone,
  otherMethod,
  shownIn,
  ...invoice
}: Invoice): string[] {
  const { messages } = readCatalog(language);
  const currencies = otherMethod?.receipts.map(({ currency }) => currency) ?? [];
  return [
    ...textsIn(messages["invoice"]),
    ...datesIn({ ...invoice, otherMethod }).map((date) => moment(date, timeZone)),
    ...[money(-123_456_789_00), percent(1234)],
    ...(shownIn ? [approximately(123_456_789_00, shownIn) ?? "", dollarIn(shownIn)] : []),
    ...currencies.map((currency) => moneyOf(-123_456_789_00, currency)),
  ];
}

/** Returns the texts of compiled messages, with the names of their arguments. */
function textsIn(compiled: unknown): string[] {
  if (typeof compiled === "string") return [compiled];
  if (typeof compiled !== "object" || compiled === null) return [];
  return Object.values(compiled).flatMap(textsIn);
}

function datesIn(value: unknown): Date[] {
  if (value instanceof Date) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(datesIn);
}
