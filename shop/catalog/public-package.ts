import type { CoinPackage, Placement } from "./package.ts";

/** A package as programs outside are told of it. */
export interface PublicPackage extends CoinPackage {
  currency: "USD";
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
