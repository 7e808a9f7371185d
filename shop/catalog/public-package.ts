import type { CoinPackage, Placement } from "./package.ts";

/** A package in the API. */
export interface PublicPackage extends Omit<CoinPackage, "discount"> {
  currency: "USD";
  /** `priceCents` is the price after the discount. */
  discountPercent: number;

  placement: Exclude<Placement, "off">;
}

export function publicPackage(
  pkg: CoinPackage,
  placement: PublicPackage["placement"],
): PublicPackage {
  const { id, coins, priceCents, discount, popular, description } = pkg;
  return {
    id,
    coins,
    priceCents,
    currency: "USD",
    discountPercent: discount,
    popular,
    description,
    placement,
  };
}
