import type { PaymentSession, Dispute, Money, Refund } from "../hosted-payments/session.ts";
import { refundedCents } from "../hosted-payments/payment-sessions.ts";

/** Converts an ISO date to Unix seconds. */
export function seconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}

/** https://docs.stripe.com/api/checkout/sessions/object; `expand` lists the objects to include whole instead of by id. */
export function sessionOf(session: PaymentSession, expand: readonly string[] = []): object {
  const { id, money, state } = session;
  const { origin } = new URL(session.successUrl);
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    amount_total: session.cents,
    cancel_url: session.cancelUrl,
    client_reference_id: session.checkoutId,
    created: seconds(session.createdAt),
    currency: session.currency.toLowerCase(),
    customer_email: session.email === "" ? null : session.email,
    expires_at: seconds(session.expiresAt),
    livemode: false,
    metadata: session.checkoutId === null ? {} : { checkoutId: session.checkoutId },
    mode: "payment",
    payment_intent: money && intentOf(session, money, expand),
    payment_status: money?.state === "received" ? "paid" : "unpaid",
    status: state === "paid" ? "complete" : state === "expired" ? "expired" : "open",
    success_url: session.successUrl,
    ui_mode: "hosted_page",
    // The shop proxies the sandbox's pages.
    url: state === "open" ? `${origin}/sandbox/stripe/pay/${id}` : null,
  };
}

function intentOf(session: PaymentSession, money: Money, expand: readonly string[]): unknown {
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
    created: seconds(session.createdAt),
    latest_charge: whole ? chargeOf(money) : chargeId(money),
    livemode: false,
    status: status[money.state],
  };
}

/** https://docs.stripe.com/api/charges/object */
export function chargeOf(money: Money): object {
  const refunded = refundedCents(money);
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

/** https://docs.stripe.com/api/refunds/object; a failed one has its reason and the transaction of the returned money. */
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
