import type { Bill, Dispute, Money, Refund, Sum } from "../till/bill.ts";
import { refundedOf } from "../till/till.ts";

/** Links name PayPal's own host, wherever the stand-in is: nobody should have to follow them. */
const API = "https://api-m.paypal.com";

/** https://developer.paypal.com/docs/api/orders/v2/#orders_get */
export function orderOf(bill: Bill): object {
  const { id, state, money } = bill;
  const { origin } = new URL(bill.successUrl);
  const statuses = { open: "PAYER_ACTION_REQUIRED", approved: "APPROVED", paid: "COMPLETED" };
  // The sandbox's pages are reached through the shop that they come back to.
  const page = `${origin}/sandbox/paypal/checkoutnow?token=${id}`;
  return {
    id,
    intent: "CAPTURE",
    status: state === "expired" ? "VOIDED" : statuses[state],
    payment_source: { paypal: {} },
    purchase_units: [
      {
        reference_id: "default",
        amount: amountOf(bill),
        ...(bill.checkoutId !== null && { custom_id: bill.checkoutId }),
        description: bill.title,
        ...(money && {
          payments: {
            captures: [captureOf(bill, money)],
            ...(money.refunds.length > 0 && {
              refunds: money.refunds.map((refund) => refundOf(bill, money, refund)),
            }),
          },
        }),
      },
    ],
    create_time: moment(bill.createdAt),
    update_time: moment(bill.updatedAt),
    links: [
      { href: `${API}/v2/checkout/orders/${id}`, rel: "self", method: "GET" },
      ...(state === "open" ? [{ href: page, rel: "payer-action", method: "GET" }] : []),
    ],
  };
}

/** https://developer.paypal.com/docs/api/payments/v2/#captures_get */
export function captureOf(bill: Bill, money: Money): object {
  const refunded = refundedOf(money);
  const received =
    refunded === 0 ? "COMPLETED" : refunded < money.cents ? "PARTIALLY_REFUNDED" : "REFUNDED";
  const status = { pending: "PENDING", received, failed: "DECLINED" }[money.state];
  return {
    id: money.id,
    status,
    amount: amountOf(money),
    final_capture: true,
    ...(bill.checkoutId !== null && { custom_id: bill.checkoutId }),
    supplementary_data: { related_ids: { order_id: bill.id } },
    create_time: moment(money.at),
    update_time: moment(bill.updatedAt),
    links: [{ href: `${API}/v2/payments/captures/${money.id}`, rel: "self", method: "GET" }],
  };
}

/** https://developer.paypal.com/docs/api/payments/v2/#refunds_get: it knows its capture by a link only. */
export function refundOf(bill: Bill, money: Money, { id, cents, at, failed }: Refund): object {
  return {
    id,
    status: failed ? "FAILED" : "COMPLETED",
    ...(failed && { status_details: { reason: "ECHECK" } }),
    amount: amountOf({ cents, currency: money.currency }),
    ...(bill.checkoutId !== null && { custom_id: bill.checkoutId }),
    create_time: moment(at),
    update_time: moment(at),
    links: [
      { href: `${API}/v2/payments/refunds/${id}`, rel: "self", method: "GET" },
      { href: `${API}/v2/payments/captures/${money.id}`, rel: "up", method: "GET" },
    ],
  };
}

/** A dispute as the list tells it: how it ended is told when it is asked for by itself. */
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

// PayPal's moments have no fractions of a second.
function moment(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}
