import { createHmac } from "node:crypto";
import type { PaymentSession, SessionEvent } from "../hosted-payments/session.ts";
import { stripeId } from "../hosted-payments/formats.ts";
import type { Sign } from "../hosted-payments/webhook-sender.ts";
import { chargeOf, disputeOf, refundOf, seconds, sessionOf } from "./objects.ts";

/** Formats an event as Stripe's webhooks, with the object as it is at that moment. */
export function stripeEvents(
  session: PaymentSession,
  event: SessionEvent,
): { id: string; body: string }[] {
  return eventsOf(session, event).map(([type, object]) => {
    const id = stripeId("evt");
    const event = {
      id,
      object: "event",
      api_version: "2026-10-28.endive",
      created: seconds(session.updatedAt),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    // Indented like Stripe's, so that a shop that verifies a re-serialized body fails.
    return { id, body: JSON.stringify(event, null, 2) };
  });
}

/** https://docs.stripe.com/webhooks/signature */
export function stripeSign(secret: string): Sign {
  return (body) => {
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    return { "stripe-signature": `t=${time},v1=${signature}` };
  };
}

function eventsOf(session: PaymentSession, event: SessionEvent): [type: string, object: object][] {
  const { money } = session;
  const sessionObject = sessionOf(session);
  switch (event.kind) {
    case "paid":
    case "pending":
      return [["checkout.session.completed", sessionObject]];
    case "settled":
      return [["checkout.session.async_payment_succeeded", sessionObject]];
    case "failed":
      return [["checkout.session.async_payment_failed", sessionObject]];
    case "expired":
      return [["checkout.session.expired", sessionObject]];
    case "refunded":
      return money
        ? [
            ["refund.created", refundOf(money, event.refund)],
            ["charge.refunded", chargeOf(money)],
          ]
        : [];
    case "refund-failed":
      return money
        ? [
            ["refund.updated", refundOf(money, event.refund)],
            ["refund.failed", refundOf(money, event.refund)],
            ["charge.refund.updated", refundOf(money, event.refund)],
          ]
        : [];
    case "disputed":
      return money ? [["charge.dispute.created", disputeOf(money, event.dispute)]] : [];
    case "resolved":
      return money ? [["charge.dispute.closed", disputeOf(money, event.dispute)]] : [];
    default:
      return [];
  }
}
