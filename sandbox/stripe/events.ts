import { createHmac } from "node:crypto";
import type { Bill, News } from "../till/bill.ts";
import { stripeId } from "../till/ids.ts";
import type { Sign } from "../till/post.ts";
import { chargeOf, disputeOf, refundOf, seconds, sessionOf } from "./objects.ts";

/** Events as Stripe posts them, in the version of the account, with the object as it is at that moment. */
export function stripeEvents(bill: Bill, news: News): { id: string; body: string }[] {
  return eventsOf(bill, news).map(([type, object]) => {
    const id = stripeId("evt");
    const event = {
      id,
      object: "event",
      api_version: "2026-10-28.endive",
      created: seconds(bill.updatedAt),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    // Indented, as they come: who signs something written anew signs something else.
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

function eventsOf(bill: Bill, news: News): [type: string, object: object][] {
  const { money } = bill;
  const session = sessionOf(bill);
  switch (news.kind) {
    case "paid":
    case "pending":
      return [["checkout.session.completed", session]];
    case "settled":
      return [["checkout.session.async_payment_succeeded", session]];
    case "failed":
      return [["checkout.session.async_payment_failed", session]];
    case "expired":
      return [["checkout.session.expired", session]];
    case "refunded":
      return money
        ? [
            ["refund.created", refundOf(money, news.refund)],
            ["charge.refunded", chargeOf(money)],
          ]
        : [];
    case "refund-failed":
      return money
        ? [
            ["refund.updated", refundOf(money, news.refund)],
            ["refund.failed", refundOf(money, news.refund)],
            ["charge.refund.updated", refundOf(money, news.refund)],
          ]
        : [];
    case "disputed":
      return money ? [["charge.dispute.created", disputeOf(money, news.dispute)]] : [];
    case "resolved":
      return money ? [["charge.dispute.closed", disputeOf(money, news.dispute)]] : [];
    default:
      return [];
  }
}
