import type { CoinPackage, Placement } from "./package.ts";

/** A package as programs outside are told of it. */
export interface PublicPackage extends Omit<CoinPackage, "discount"> {
  currency: "USD";
  /** Of an earlier price; `priceCents` is what one pays. */
  discountPercent: number;
  /** Among the others, or alone as the promotion. */
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
