import { addMs, MINUTE_MS } from "#lib/time.ts";
import { satsForCents } from "#lib/money.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import {
  type Balance,
  balanceAfter,
  type Change,
  changeOfSpending,
  changeOfTakingBack,
  changesOfAdding,
  NO_CREDIT,
} from "#shop/credit/credit.ts";
import { assess } from "#shop/payments/model/assess.ts";
import {
  activeDecisions,
  activeQuotes,
  type Assessment,
  currentQuote,
  type DecisionFact,
  defaultPaymentPolicy as policy,
  isLive,
  type OutputFact,
  QUOTE_SECONDS,
  type QuoteFact,
} from "#shop/payments/model/payment.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import { type ReviewReason, reviewReason } from "#shop/payments/review/review.ts";

/** A dollar is 1,000 satoshis. */
const RATE_CENTS = 10_000_000;
export const SATS_PER_CENT = 10;
const START = new Date("2026-11-20T08:00:00Z");

/** A checkout, with its order once there is one. */
export interface Purchase {
  buyer: number;
  package: { priceCents: number };
  couponCents: number;
  /** What it is to hold, and what it holds. */
  creditCents: number;
  heldCents: number;
  quotes: QuoteFact[];
  outputs: OutputFact[];
  decisions: DecisionFact[];
  order: { status: "pending" | "processing" | "rejected"; settledAt: Date | null } | null;
}

/** A shop of nothing but its pure rules: balances, checkouts and orders, and what was issued, in cents. */
export interface PureShop {
  minutes: number;
  balances: Balance[];
  purchases: Purchase[];
  issuedCents: number;
  refundedCents: number;
  paidCents: number;
  /** Ids of decisions and transactions. */
  ids: number;
}

export function openPureShop(): PureShop {
  return {
    ...{ minutes: 0, balances: [NO_CREDIT, NO_CREDIT], purchases: [] },
    ...{ issuedCents: 0, refundedCents: 0, paidCents: 0, ids: 0 },
  };
}

export const timeIn = ({ minutes }: PureShop) => addMs(START, minutes * MINUTE_MS);

/** Adds credit; negative cents are taken back. Both also without the account having as much. */
export function changeCredit(shop: PureShop, buyer: number, cents: number): void {
  const balance = balanceOf(shop, buyer);
  if (cents > 0) book(shop, buyer, changesOfAdding(balance, "adjusted", cents));
  if (cents < 0) book(shop, buyer, [changeOfTakingBack(balance, "adjusted", -cents)]);
}

/** Has a purchase hold this much credit; of what is used at a checkout, as much as there is. */
export function hold(shop: PureShop, purchase: Purchase, cents: number): void {
  const { buyer, heldCents } = purchase;
  const balance = balanceOf(shop, buyer);
  const difference = cents - heldCents;
  if (difference < 0) book(shop, buyer, changesOfAdding(balance, "returned", -difference));
  else if (purchase.order) book(shop, buyer, [changeOfTakingBack(balance, "spent", difference)]);
  else {
    const spent = changeOfSpending(balance, "spent", difference);
    if (!spent) throw new Error("more credit is used than there is");
    book(shop, buyer, [spent]);
  }
  purchase.heldCents = cents;
}

export function balanceOf({ balances }: PureShop, buyer: number): Balance {
  const balance = balances[buyer];
  if (!balance) throw new Error(`no buyer ${buyer}`);
  return balance;
}

function book(shop: PureShop, buyer: number, changes: readonly Change[]): void {
  shop.balances[buyer] = balanceAfter(balanceOf(shop, buyer), changes);
}

/** Returns the cents that became credit by these decisions. */
export function creditedCents(
  decisions: readonly Pick<DecisionFact, "id" | "kind" | "undoes" | "refund">[],
): number {
  return activeDecisions(decisions).reduce(
    (total, { refund }) => total + (refund && "creditCents" in refund ? refund.creditCents : 0),
    0,
  );
}

/** Opens an amount for what is due, at the end of one that was withdrawn; a running one stays. */
export function openAmount(shop: PureShop, purchase: Purchase): void {
  const now = timeIn(shop);
  const due = dueCents(purchase);
  const running = activeQuotes(purchase.quotes, []).some(({ expiresAt }) => expiresAt > now);
  if (due === 0 || running) return;
  const last = currentQuote(purchase.quotes);
  const isHeld = last?.withdrawnAt && last.expiresAt > now;
  purchase.quotes.push({
    ...{ sats: satsForCents(due, RATE_CENTS), rateCents: RATE_CENTS, marginBasisPoints: 0 },
    ...{ decisionId: null, address: "bc1q", lockedAt: now, withdrawnAt: null },
    expiresAt: isHeld ? last.expiresAt : addMs(now, QUOTE_SECONDS * 1000),
  });
}

export function withdrawAmounts(shop: PureShop, purchase: Purchase): void {
  for (const quote of purchase.quotes) quote.withdrawnAt ??= timeIn(shop);
}

export const receivedSats = ({ outputs }: Purchase) =>
  outputs.filter(isLive).reduce((total, { sats }) => total + sats, 0);

/** Assesses the money of a purchase, and why it needs a decision. Without an amount there is no money. */
export function assessPurchase(
  shop: PureShop,
  purchase: Purchase,
): { assessment: Assessment; reason: ReviewReason | null } | null {
  const { quotes, outputs, decisions, order } = purchase;
  if (quotes.length === 0) return null;
  const isFree = order !== null && dueCents(purchase) === 0;
  const settledAt = outputs.length > 0 && !isFree ? (order?.settledAt ?? null) : null;
  const facts = { quotes, outputs, invoices: [], decisions, tipHeight: 100, settledAt };
  const priceCents = dueCents(purchase);
  const assessment = assess({ ...facts, priceCents }, policy, timeIn(shop));
  const state = order
    ? ({ kind: "order", ...order, deletedAt: null } as const)
    : ({ kind: "none" } as const);
  const about = { outputs, invoices: [], decisions, paidOtherwise: isFree };
  return { assessment, reason: reviewReason({ ...about, assessment, order: state }) };
}

/** Stores what follows from the money: an order, and that it is settled. */
export function followMoney(shop: PureShop, purchase: Purchase): void {
  const { assessment } = assessPurchase(shop, purchase) ?? {};
  if (!assessment) return;
  const settles = isSettled(assessment.status);
  if (settles || assessment.status === "review")
    purchase.order ??= { status: "pending", settledAt: null };
  const { order } = purchase;
  if (!order || !settles || order.settledAt) return;
  order.settledAt = timeIn(shop);
  if (order.status === "pending") order.status = "processing";
}
