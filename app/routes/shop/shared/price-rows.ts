import type { KeyValue } from "#app/ui/key-value-list.tsx";
import { currentlyShown } from "#messages/current";
import { approximately, money, percent, signed } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import { originalPriceCents } from "#lib/money.ts";
import type { CoinPackage } from "#shop/catalog/package.ts";
import { vatIn } from "#lib/vat.ts";
import { dueCents, grossCents } from "#shop/checkouts/price.ts";

/** A checkout or an order. */
interface Priced {
  package: CoinPackage;
  /** The coupon's code; null for none. */
  couponCode: string | null;
  couponCents: number;
  creditCents: number;
}

/** The VAT in a price, in cents, and its rate in hundredths of a percent; 0 for none. */
export interface Vat {
  vatBasisPoints: number;
  vatCents: number;
}

/** Returns the rows from the price of the package to what is paid with money, with the package's own discount. */
export function priceRows(priced: Priced): KeyValue[] {
  const { priceCents, discount } = priced.package;
  const original = originalPriceCents(priceCents, discount);
  const total = totalRow(dueCents(priced));
  if (original === null || original <= priceCents) return [...reductionRows(priced), total];
  return [
    { label: t("goods.price"), value: money(original) },
    {
      label: t("goods.discount", { percent: percent(Math.round(discount * 100)) }),
      value: signed(priceCents - original, money),
    },
    ...reductions(priced),
    total,
  ];
}

/** Returns the price and what coupon and credit take off it; no rows without either. */
export function reductionRows(priced: Priced): KeyValue[] {
  const rows = reductions(priced);
  if (rows.length === 0) return [];
  return [{ label: t("goods.price"), value: money(priced.package.priceCents) }, ...rows];
}

/** Returns the VAT in the price of a checkout, at the rate of now. */
export function vatOf(checkout: Priced, vatBasisPoints: number): Vat {
  return { vatBasisPoints, vatCents: vatIn(grossCents(checkout), vatBasisPoints) };
}

/** Returns the row of the VAT that a price includes; none without VAT. */
export function vatRows({ vatBasisPoints, vatCents }: Vat): KeyValue[] {
  if (vatBasisPoints === 0) return [];
  return [{ label: t("goods.vat", { rate: percent(vatBasisPoints) }), value: money(vatCents) }];
}

/** Returns the row of what is paid with money, with the amount in the currency that the buyer sees or, of an order, saw. */
export function totalRow(cents: number, shown = currentlyShown()): KeyValue {
  return {
    label: t("goods.total"),
    value: money(cents),
    total: true,
    about: cents > 0 ? approximately(cents, shown) : null,
  };
}

function reductions({ couponCode, couponCents, creditCents }: Priced): KeyValue[] {
  return [
    { label: t("goods.coupon", { code: couponCode ?? "" }), cents: couponCents },
    { label: t("goods.creditUsed"), cents: creditCents },
  ]
    .filter(({ cents }) => cents > 0)
    .map(({ label, cents }) => ({ label, value: signed(-cents, money) }));
}
