import type { PaymentSession, Dispute, Money, Refund, Sum } from "../hosted-payments/session.ts";
import { refundedCents } from "../hosted-payments/payment-sessions.ts";

/** Links use PayPal's own host, so that a shop that follows them fails. */
const API = "https://api-m.paypal.com";

/** https://developer.paypal.com/docs/api/orders/v2/#orders_get */
export function orderOf(session: PaymentSession): object {
  const { id, state, money } = session;
  const { origin } = new URL(session.successUrl);
  const statuses = { open: "PAYER_ACTION_REQUIRED", approved: "APPROVED", paid: "COMPLETED" };
  // The shop proxies the sandbox's pages.
  const page = `${origin}/sandbox/paypal/checkoutnow?token=${id}`;
  return {
    id,
    intent: "CAPTURE",
    status: state === "expired" ? "VOIDED" : statuses[state],
    payment_source: { paypal: {} },
    purchase_units: [
      {
        reference_id: "default",
        amount: amountOf(session),
        ...(session.checkoutId !== null && { custom_id: session.checkoutId }),
        description: session.title,
        ...(money && {
          payments: {
            captures: [captureOf(session, money)],
            ...(money.refunds.length > 0 && {
              refunds: money.refunds.map((refund) => refundOf(session, money, refund)),
            }),
          },
        }),
      },
    ],
    create_time: moment(session.createdAt),
    update_time: moment(session.updatedAt),
    links: [
      { href: `${API}/v2/checkout/orders/${id}`, rel: "self", method: "GET" },
      ...(state === "open" ? [{ href: page, rel: "payer-action", method: "GET" }] : []),
    ],
  };
}

/** https://developer.paypal.com/docs/api/payments/v2/#captures_get; its status details say why it is pending. */
export function captureOf(session: PaymentSession, money: Money): object {
  const refunded = refundedCents(money);
  const received =
    refunded === 0 ? "COMPLETED" : refunded < money.cents ? "PARTIALLY_REFUNDED" : "REFUNDED";
  const status = { pending: "PENDING", received, failed: "DECLINED" }[money.state];
  return {
    id: money.id,
    status,
    ...(money.state === "pending" && { status_details: { reason: "ECHECK" } }),
    amount: amountOf(money),
    final_capture: true,
    ...(session.checkoutId !== null && { custom_id: session.checkoutId }),
    supplementary_data: { related_ids: { order_id: session.id } },
    create_time: moment(money.at),
    update_time: moment(session.updatedAt),
    links: [
      { href: `${API}/v2/payments/captures/${money.id}`, rel: "self", method: "GET" },
      { href: `${API}/v2/checkout/orders/${session.id}`, rel: "up", method: "GET" },
    ],
  };
}

/** https://developer.paypal.com/docs/api/payments/v2/#refunds_get; it refers to its capture by a link only. */
export function refundOf(
  session: PaymentSession,
  money: Money,
  { id, cents, at, failed }: Refund,
): object {
  return {
    id,
    status: failed ? "FAILED" : "COMPLETED",
    ...(failed && { status_details: { reason: "ECHECK" } }),
    amount: amountOf({ cents, currency: money.currency }),
    ...(session.checkoutId !== null && { custom_id: session.checkoutId }),
    create_time: moment(at),
    update_time: moment(at),
    links: [
      { href: `${API}/v2/payments/refunds/${id}`, rel: "self", method: "GET" },
      { href: `${API}/v2/payments/captures/${money.id}`, rel: "up", method: "GET" },
    ],
  };
}

/** A dispute in a list: without its outcome, which only the dispute itself contains. */
export function disputeItemOf(money: Money, { id, state, at }: Dispute): object {
  return {
    dispute_id: id,
    create_time: moment(at),
    update_time: moment(at),
    reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    status: state === "open" ? "UNDER_REVIEW" : "RESOLVED",
    dispute_amount: amountOf(money),
    dispute_life_cycle_stage: "CHARGEBACK",
  };
}

/** https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get */
export function disputeOf(money: Money, dispute: Dispute): object {
  const outcome = {
    won: "RESOLVED_SELLER_FAVOUR",
    lost: "RESOLVED_BUYER_FAVOUR",
    open: null,
  }[dispute.state];
  return {
    ...disputeItemOf(money, dispute),
    disputed_transactions: [{ seller_transaction_id: money.id, gross_amount: amountOf(money) }],
    ...(outcome && {
      dispute_outcome: { outcome_code: outcome, amount_refunded: amountOf(money) },
    }),
  };
}

/** `{ cents: 1499, currency: "USD" }` as `{ currency_code: "USD", value: "14.99" }`. */
function amountOf({ cents, currency }: Sum): { currency_code: string; value: string } {
  const text = String(cents).padStart(3, "0");
  return { currency_code: currency, value: `${text.slice(0, -2)}.${text.slice(-2)}` };
}

// PayPal's timestamps have no fractions of a second.
function moment(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}
