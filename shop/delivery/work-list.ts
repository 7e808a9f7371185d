import { MINUTE_MS } from "#lib/time.ts";
import type { Side } from "../orders/message.ts";
import { isSettled, type PaymentStatus } from "../orders/payment-status.ts";
import type { Correction } from "./correction.ts";
import type { AdapterState } from "./delivery.ts";

/** How many orders a page of the work list has. */
export const WORK_LIST_PAGE = 50;

/** An amount is large from this many times the median of the newest completed orders on. */
const LARGE_TIMES_MEDIAN = 4;

/** How many completed orders the median is taken of. */
export const MEDIAN_ORDERS = 100;

/** So many paid orders for one username within 24 hours are many. */
const MANY_ORDERS = 3;

/** How long an order stays taken without activity of its administrator. */
export const LEASE_MS = 5 * MINUTE_MS;

/** A paid order whose coins were not sent yet. */
export interface UndeliveredOrder {
  id: string;
  version: number;
  tiktokUsername: string;
  tiktokUid: string | null;
  email: string;
  /** Undefined for an old order without a package. */
  coins: number | undefined;
  totalCents: number;
  paymentStatus: PaymentStatus;
  note: string;
  awaitedFrom: Side | null;
  /** Since it was paid, or placed if it was set to processing by hand; whole minutes. */
  minutes: number;
}

/** Why the money of an order is in doubt. */
export type MoneyWarning = "disputed" | "unpaid" | "review";

/** Something odd about an order. */
export type DeliveryWarning = MoneyWarning | "first-large" | "large" | "many";

/** What is known about an order besides its row. */
export interface DeliveryFacts {
  /** The customer's completed orders. */
  completed: number;
  /** The paid orders for its username within 24 hours, itself included. */
  sameUsername: number;
  isInReview: boolean;
  isDisputed: boolean;
}

/** The administrator who is delivering an order. */
export interface Taken {
  userId: string;
  name: string;
  minutes: number;
}

export interface WorkListOrder extends Omit<UndeliveredOrder, "email" | "totalCents"> {
  /** Null for those who see no money. */
  totalCents: number | null;
  completed: number;
  sameUsername: number;
  warnings: DeliveryWarning[];
  taken: Taken | null;
  /** What its buyer has corrected, oldest first. */
  corrections: Correction[];
  /** The last message of its buyer, while no administrator has answered it. */
  message: string | null;
  /** How far the delivery adapter is; null where it was not called. */
  delivery: AdapterState | null;
}

/** Returns what is odd about an order; `medianCents` is null before any order was completed. */
export function warningsOf(
  { paymentStatus, totalCents }: Pick<UndeliveredOrder, "paymentStatus" | "totalCents">,
  facts: DeliveryFacts,
  medianCents: number | null,
): DeliveryWarning[] {
  const isLarge = medianCents !== null && totalCents >= LARGE_TIMES_MEDIAN * medianCents;
  const money = moneyWarning(paymentStatus, facts);
  return [
    ...(money ? [money] : []),
    ...(isLarge ? [facts.completed === 0 ? ("first-large" as const) : ("large" as const)] : []),
    ...(facts.sameUsername >= MANY_ORDERS ? ["many" as const] : []),
  ];
}

/** Returns what is wrong with the money of an order, so that completing it asks first; null for nothing. */
export function moneyWarning(
  status: PaymentStatus,
  { isInReview, isDisputed }: Pick<DeliveryFacts, "isInReview" | "isDisputed">,
): MoneyWarning | null {
  if (isDisputed || status === "reversed") return "disputed";
  if (isInReview || status === "review") return "review";
  return isSettled(status) ? null : "unpaid";
}

/** Returns whether a warning is about the money of an order. */
export function isMoneyWarning(warning: DeliveryWarning): warning is MoneyWarning {
  return warning === "disputed" || warning === "unpaid" || warning === "review";
}
