import type { Bill, Dispute, Money, Refund } from "../till/bill.ts";
import { refundedOf } from "../till/till.ts";

/** Seconds since 1970, as Stripe tells time. */
export function seconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}

/** https://docs.stripe.com/api/checkout/sessions/object; `expand` names what is told whole, not by its id. */
export function sessionOf(bill: Bill, expand: readonly string[] = []): object {
  const { id, money, state } = bill;
  const { origin } = new URL(bill.successUrl);
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    amount_total: bill.cents,
    cancel_url: bill.cancelUrl,
    client_reference_id: bill.checkoutId,
    created: seconds(bill.createdAt),
    currency: bill.currency.toLowerCase(),
    customer_email: bill.email === "" ? null : bill.email,
    expires_at: seconds(bill.expiresAt),
    livemode: false,
    metadata: bill.checkoutId === null ? {} : { checkoutId: bill.checkoutId },
    mode: "payment",
    payment_intent: money && intentOf(bill, money, expand),
    payment_status: money?.state === "received" ? "paid" : "unpaid",
    status: state === "paid" ? "complete" : state === "expired" ? "expired" : "open",
    success_url: bill.successUrl,
    ui_mode: "hosted_page",
    // The sandbox's pages are reached through the shop that they come back to.
    url: state === "open" ? `${origin}/sandbox/stripe/pay/${id}` : null,
  };
}

function intentOf(bill: Bill, money: Money, expand: readonly string[]): unknown {
  const whole = expand.includes("payment_intent.latest_charge");
  if (!whole && !expand.includes("payment_intent")) return money.id;
  const status = {
    pending: "processing",
    received: "succeeded",
    failed: "requires_payment_method",
  };
  return {
    id: money.id,
    object: "payment_intent",
    amount: money.cents,
    currency: money.currency.toLowerCase(),
    created: seconds(bill.createdAt),
    latest_charge: whole ? chargeOf(money) : chargeId(money),
    livemode: false,
    status: status[money.state],
  };
}

/** https://docs.stripe.com/api/charges/object */
export function chargeOf(money: Money): object {
  const refunded = refundedOf(money);
  const status = { pending: "pending", received: "succeeded", failed: "failed" };
  return {
    id: chargeId(money),
    object: "charge",
    amount: money.cents,
    amount_refunded: refunded,
    created: seconds(money.at),
    currency: money.currency.toLowerCase(),
    disputed: money.disputes.length > 0,
    livemode: false,
    paid: money.state === "received",
    payment_intent: money.id,
    refunded: refunded === money.cents,
    status: status[money.state],
  };
}

/** https://docs.stripe.com/api/refunds/object; one that has failed says why, and where the money has gone. */
export function refundOf(money: Money, { id, cents, at, failed }: Refund): object {
  return {
    id,
    object: "refund",
    amount: cents,
    charge: chargeId(money),
    created: seconds(at),
    currency: money.currency.toLowerCase(),
    payment_intent: money.id,
    status: failed ? "failed" : "succeeded",
    ...(failed && {
      failure_balance_transaction: id.replace(/^re_/, "txn_"),
      failure_reason: "expired_or_canceled_card",
    }),
  };
}

/** https://docs.stripe.com/api/disputes/object */
export function disputeOf(money: Money, { id, state, at }: Dispute): object {
  return {
    id,
    object: "dispute",
    amount: money.cents,
    charge: chargeId(money),
    created: seconds(at),
    currency: money.currency.toLowerCase(),
    livemode: false,
    payment_intent: money.id,
    reason: "fraudulent",
    status: state === "open" ? "needs_response" : state,
  };
}

function chargeId({ id }: Money): string {
  return id.replace(/^pi_/, "ch_");
}
