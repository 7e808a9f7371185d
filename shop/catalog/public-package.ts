import { kindOf, type PackageKind } from "./goods.ts";
import type { AdminPackage, OfferedPackage, Placement } from "./package.ts";

/** A package in the API. */
export interface PublicPackage extends Omit<OfferedPackage, "discount" | "kind" | "valueCents"> {
  kind: PackageKind;
  /** What credit or a gift code is worth; null for coins. */
  valueCents: number | null;
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
    kind: kindOf(pkg),
    valueCents: pkg.valueCents ?? null,
    currency: "USD",
    discountPercent: discount,
    placement: placement === "promotion" ? "promotion" : "grid",
    costCents: withCosts ? costCents : null,
  };
}
