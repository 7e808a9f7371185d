/** Why a balance changed. */
export type LedgerKind = "order" | "birthday" | "referral";

export const tiers = ["bronze", "silver", "gold", "platinum"] as const;
export type Tier = (typeof tiers)[number];
