/** A package of TikTok coins as the shop sells it; `discount` is a whole percent, `priceCents` what one pays. */
export interface CoinPackage {
  id: string;
  coins: number;
  priceCents: number;
  discount: number;
  popular: boolean;
  description: string;
}

/** Where a package stands on the home page: among the others, or alone as the promotion. */
export type Placement = "grid" | "promotion";

export interface SeedPackage extends CoinPackage {
  placement: Placement;
}

/** What a new shop sells until its owner changes it. */
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
