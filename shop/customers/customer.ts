import type { Goods } from "../catalog/goods.ts";
import type { Cursor } from "#lib/paging.ts";
import type { Role, AccountState } from "../accounts/account.ts";
import type { CreditView } from "../credit/credit.ts";
import type { Tier } from "../loyalty/loyalty.ts";
import type { OrderStatus } from "../orders/order.ts";

export const customerSorts = ["since", "orders", "spent"] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** `bought`: an order of theirs counts as a sale; `newsletter`: their address is subscribed. */
export const customerFilters = ["bought", "never-bought", "blocked", "newsletter"] as const;
export type CustomerFilter = (typeof customerFilters)[number];

export interface CustomerQuery {
  /** Part of an email or a name, in any case. */
  search: string;
  /** All customers unless given. */
  filter?: CustomerFilter | null;
  sort: CustomerSort;
  descending: boolean;
  /** The email that the page begins after, or ends before; null for the first page. */
  cursor: Cursor<string> | null;
}

/** A row of the list. A guest has neither a name nor an account state. */
export interface ListedCustomer {
  email: string;
  name: string | null;
  accountState: AccountState | null;
  /** Whether the account's address is confirmed. */
  verified: boolean;
  tier: Tier | null;
  orders: number;
  spentCents: number;
  since: Date;
  lastOrderAt: Date | null;
  /** The TikTok username of the last order; null without orders. */
  lastUsername: string | null;
}

export interface CustomerPage {
  customers: ListedCustomer[];
  previous: Cursor<string> | null;
  next: Cursor<string> | null;
}

/** A customer in the back office. */
export interface CustomerDetail {
  email: string;
  orders: number;
  spentCents: number;
  since: Date;
  lastOrderAt: Date | null;
  account: CustomerAccount | null;
  /** The newest few. */
  latest: CustomerOrder[];
}

export interface CustomerAccount {
  userId: string;
  name: string;
  role: Role;
  accountState: AccountState;
  blockedAt: Date | null;
  verified: boolean;
  twoFactor: boolean;
  /** A request to turn the second factor off, which waits; null for none. */
  twoFactorRemoval: { askedBy: string; askedAt: Date; takesEffectAt: Date } | null;
  /** By their names at Better Auth: `credential` is a password. */
  signInWith: string[];
  createdAt: Date;
  points: number;
  tier: Tier;
  referrals: number;
  earnedCents: number;
  credit: CreditView;
  sessions: number;
  lastActiveAt: Date | null;
}

export interface CustomerOrder extends Goods {
  id: string;
  status: OrderStatus;
  totalCents: number;
  createdAt: Date;
}
