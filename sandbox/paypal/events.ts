import { createHmac, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { TillAccess } from "../till/access.ts";
import type { Bill, Money, News } from "../till/bill.ts";
import { paypalId } from "../till/ids.ts";
import { leftOf } from "../till/till.ts";
import type { Sign } from "../till/post.ts";
import { captureOf, disputeOf, orderOf, refundOf } from "./objects.ts";

type Access = TillAccess["paypal"];

const ALGORITHM = "SHA256withRSA";
const CERTIFICATE = "https://api.paypal.com/v1/notifications/certs/CERT-stand-in";

/** Events as PayPal posts them, with the resource as it is at that moment. */
export function paypalEvents(bill: Bill, news: News): { id: string; body: string }[] {
  return eventsOf(bill, news).map(([event_type, resource_type, resource]) => {
    const id = `WH-${paypalId()}-${paypalId()}`;
    const event = {
      id,
      event_version: "1.0",
      create_time: bill.updatedAt,
      resource_type,
      resource_version: "2.0",
      event_type,
      summary: `${event_type} at the stand-in`,
      resource,
      links: [],
    };
    // With blanks that nobody who writes it anew would put there: the signature is of this very text.
    return { id, body: JSON.stringify(event, null, 1) };
  });
}

/** What comes with an event. The signature is the stand-in's own; only its verification asks for it. */
export function paypalSign(access: Access): Sign {
  return (body) => {
    const id = randomUUID();
    const time = new Date().toISOString();
    return {
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": signature(access, { id, time, webhookId: access.webhookId, body }),
      "paypal-cert-url": CERTIFICATE,
      "paypal-auth-algo": ALGORITHM,
    };
  };
}

/** https://developer.paypal.com/api/rest/webhooks/rest/#link-messagesignature says what is signed. */
export function signature(
  { clientSecret }: Access,
  sent: { id: string; time: string; webhookId: string; body: string },
): string {
  const signed = [sent.id, sent.time, sent.webhookId, crc32(sent.body)].join("|");
  return createHmac("sha256", `stand-in ${clientSecret}`).update(signed).digest("base64");
}

type Event = [type: string, of: string, resource: object];

/** The money goes back to the buyer, by PayPal's own hand. */
function reversed(bill: Bill, money: Money): Event {
  const reversal = { id: paypalId(), cents: leftOf(money), at: bill.updatedAt, failed: false };
  return ["PAYMENT.CAPTURE.REVERSED", "refund", refundOf(bill, money, reversal)];
}

function eventsOf(bill: Bill, news: News): Event[] {
  const { money } = bill;
  if (news.kind === "approved")
    return [["CHECKOUT.ORDER.APPROVED", "checkout-order", orderOf(bill)]];
  if (!money) return [];
  const capture = captureOf(bill, money);
  switch (news.kind) {
    case "paid":
    case "settled":
      return [["PAYMENT.CAPTURE.COMPLETED", "capture", capture]];
    case "pending":
      return [["PAYMENT.CAPTURE.PENDING", "capture", capture]];
    case "failed":
      return [["PAYMENT.CAPTURE.DENIED", "capture", capture]];
    case "refunded":
      return [["PAYMENT.CAPTURE.REFUNDED", "refund", refundOf(bill, money, news.refund)]];
    case "refund-failed":
      return [["PAYMENT.REFUND.FAILED", "refund", refundOf(bill, money, news.refund)]];
    case "disputed":
      return [["CUSTOMER.DISPUTE.CREATED", "dispute", disputeOf(money, news.dispute)]];
    case "resolved":
      return [
        ["CUSTOMER.DISPUTE.RESOLVED", "dispute", disputeOf(money, news.dispute)],
        ...(news.dispute.state === "lost" ? [reversed(bill, money)] : []),
      ];
    default:
      return [];
  }
}
