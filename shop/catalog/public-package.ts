import type { AdminPackage, OfferedPackage, Placement } from "./package.ts";

/** A package in the API. */
export interface PublicPackage extends Omit<OfferedPackage, "discount"> {
  currency: "USD";
  /** `priceCents` is the price after the discount. */
  discountPercent: number;
  placement: Exclude<Placement, "off">;
  costCents: number | null;
}

export function publicPackage(
  pkg: AdminPackage,
  { withCosts }: { withCosts: boolean },
): PublicPackage {
  const { discount, placement, costCents, version: _, ...offered } = pkg;
  return {
    ...offered,
    currency: "USD",
    discountPercent: discount,
    placement: placement === "promotion" ? "promotion" : "grid",
    costCents: withCosts ? costCents : null,
  };
}
