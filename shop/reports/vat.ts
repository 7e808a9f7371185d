import { type CsvCell, csvCents } from "#lib/csv.ts";
import { rateText } from "#lib/vat.ts";

/** What a quarter has kept of its sales, less what went back in it, by the buyer's country and the rate of the VAT. */
export interface VatSum {
  /** 1 to 4. */
  quarter: number;
  /** ISO 3166-1 alpha-2; null where the shop did not ask for it. */
  country: string | null;
  vatBasisPoints: number;
  /** Sales less those that ended, or of which all went back. */
  orders: number;
  /** What the packages cost after coupons, with VAT and less what went back, in cents. */
  grossCents: number;
  vatCents: number;
}

/** A sum with the name of its country. */
export interface NamedVatSum extends VatSum {
  countryName: string;
}

/** Names orders without a country. */
export const NOT_GIVEN = "Not given";

/** Returns the sum of several, in cents. */
export function totalVat(sums: readonly VatSum[]) {
  const total = { orders: 0, grossCents: 0, vatCents: 0 };
  for (const { orders, grossCents, vatCents } of sums) {
    total.orders += orders;
    total.grossCents += grossCents;
    total.vatCents += vatCents;
  }
  return total;
}

export const vatHead: readonly string[] = [
  ...["Quarter", "Country code", "Country", "VAT (%)", "Orders"],
  ...["Net (USD)", "VAT (USD)", "Gross (USD)"],
];

/** Returns the cells of a sum under `vatHead`. */
export function vatRow(year: number, sum: NamedVatSum): CsvCell[] {
  const { quarter, country, countryName, vatBasisPoints, orders, grossCents, vatCents } = sum;
  return [
    ...[`${year} Q${quarter}`, country, countryName, Number(rateText(vatBasisPoints)), orders],
    ...[grossCents - vatCents, vatCents, grossCents].map(csvCents),
  ];
}
