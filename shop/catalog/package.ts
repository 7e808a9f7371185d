import type { Goods } from "./goods.ts";

/** A package. `priceCents` is the price after the discount, a percentage with at most two decimals. */
export interface CoinPackage extends Goods {
  id: string;
  priceCents: number;
  discount: number;
  popular: boolean;
  description: string;
}

/** A package as buyers see it. The days, `YYYY-MM-DD`, are the first and the last one on sale. */
export interface OfferedPackage extends CoinPackage {
  soldOut: boolean;
  validFrom: string | null;
  validUntil: string | null;
}

/** The packages for sale: the coins of the grid in order, the promotion, and credit and gift codes. */
export interface PackagesForSale {
  grid: OfferedPackage[];
  promotion: OfferedPackage | null;
  others: OfferedPackage[];
}

/** Returns all packages for sale. */
export function allForSale({ grid, promotion, others }: PackagesForSale): OfferedPackage[] {
  return [...grid, ...(promotion ? [promotion] : []), ...others];
}

/** Returns whether a package is on sale on a day of the shop's time zone. */
export function isInTime(
  { validFrom, validUntil }: Pick<OfferedPackage, "validFrom" | "validUntil">,
  today: string,
): boolean {
  return (!validFrom || validFrom <= today) && (!validUntil || today <= validUntil);
}

/** Returns the packages that are on sale on a day of the shop's time zone. */
export function packagesOn(
  { grid, promotion, others }: PackagesForSale,
  today: string,
): PackagesForSale {
  return {
    grid: grid.filter((pkg) => isInTime(pkg, today)),
    promotion: promotion && isInTime(promotion, today) ? promotion : null,
    others: others.filter((pkg) => isInTime(pkg, today)),
  };
}

/** Returns why the package with this id cannot be bought, of those on sale; null if it can. */
export function unavailableAmong(
  packages: PackagesForSale,
  id: string,
): "gone" | "sold-out" | null {
  const pkg = allForSale(packages).find((one) => one.id === id);
  if (!pkg) return "gone";
  return pkg.soldOut ? "sold-out" : null;
}

/** The place of a package on the home page; `off` is not for sale. */
export const placements = ["grid", "promotion", "off"] as const;

export type Placement = (typeof placements)[number];

/** The values that an administrator edits. */
export type PackageValues = Omit<CoinPackage, "id">;

/** A package in the back office; `version` is for optimistic locking. */
export interface AdminPackage extends OfferedPackage {
  placement: Placement;
  /** What the coins cost the owner; null where unknown. */
  costCents: number | null;
  version: number;
}

/** The highest price and cost of a package, in cents. */
export const MAX_PRICE_CENTS = 10_000_000;
export const DESCRIPTION_MAX = 200;

export interface SeedPackage extends CoinPackage {
  placement: Placement;
}

/** The packages of a new shop. */
export const seedPackages: readonly SeedPackage[] = [
  {
    id: "1",
    coins: 70,
    priceCents: 299,
    discount: 0,
    popular: false,
    description: "Perfect for beginners",
    placement: "grid",
  },
  {
    id: "2",
    coins: 350,
    priceCents: 1499,
    discount: 10,
    popular: true,
    description: "Most popular option",
    placement: "grid",
  },
  {
    id: "3",
    coins: 700,
    priceCents: 2999,
    discount: 15,
    popular: false,
    description: "Great value package",
    placement: "grid",
  },
  {
    id: "4",
    coins: 1400,
    priceCents: 5999,
    discount: 20,
    popular: false,
    description: "Power user package",
    placement: "grid",
  },
  {
    id: "5",
    coins: 30_000,
    priceCents: 19_999,
    discount: 0,
    popular: false,
    description: "Our largest package. Same checkout, same tracking, one payment.",
    placement: "promotion",
  },
];
