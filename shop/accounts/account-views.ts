import type { LedgerKind, Tier } from "#shop/loyalty/loyalty.ts";
import type { OrderStatus } from "#shop/orders/order.ts";

/** A row of My Orders. */
export interface OwnOrder {
  id: string;
  status: OrderStatus;
  coins: number;
  totalCents: number;
  createdAt: Date;
}

/** The loyalty and referral cards of My Orders, and the ledger that explains them. */
export interface LoyaltyView {
  tier: Tier;
  points: number;
  /** Points at which the next tier begins; null at the top. */
  nextTierAt: number | null;
  referralCode: string;
  referralCount: number;
  referralEarningsCents: number;
  /** Newest first. */
  ledger: { kind: LedgerKind; points: number; cents: number; orderId: string | null; at: Date }[];
}

/** A signed-in browser, as its owner sees it. */
export interface SessionView {
  id: string;
  current: boolean;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastActiveAt: Date;
}

/** Ways to sign in elsewhere that this shop offers at the moment. */
export type SocialProvider = "google" | "facebook";
