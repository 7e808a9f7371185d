import { createHmac, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { ProviderCredentials } from "../hosted-payments/credentials.ts";
import type { PaymentSession, Money, SessionEvent } from "../hosted-payments/session.ts";
import { paypalId } from "../hosted-payments/formats.ts";
import { refundableCents } from "../hosted-payments/payment-sessions.ts";
import type { Sign } from "../hosted-payments/webhook-sender.ts";
import { captureOf, disputeOf, orderOf, refundOf } from "./objects.ts";

type Access = ProviderCredentials["paypal"];

const ALGORITHM = "SHA256withRSA";
const CERTIFICATE = "https://api.paypal.com/v1/notifications/certs/CERT-stand-in";

/** Formats an event as PayPal's webhooks, with the resource as it is at that moment. */
export function paypalEvents(
  session: PaymentSession,
  event: SessionEvent,
): { id: string; body: string }[] {
  return eventsOf(session, event).map(([event_type, resource_type, resource]) => {
    const id = `WH-${paypalId()}-${paypalId()}`;
    const event = {
      id,
      event_version: "1.0",
      create_time: session.updatedAt,
      resource_type,
      resource_version: "2.0",
      event_type,
      summary: `${event_type} at the stand-in`,
      resource,
      links: [],
    };
    // With unusual whitespace, so that a shop that verifies a re-serialized body fails.
    return { id, body: JSON.stringify(event, null, 1) };
  });
}

/** Returns the headers of a webhook. The signature scheme is the stand-in's own: only its own API verifies it. */
export function paypalSign(credentials: Access): Sign {
  return (body) => {
    const id = randomUUID();
    const time = new Date().toISOString();
    return {
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": signature(credentials, {
        id,
        time,
        webhookId: credentials.webhookId,
        body,
      }),
      "paypal-cert-url": CERTIFICATE,
      "paypal-auth-algo": ALGORITHM,
    };
  };
}

/** https://developer.paypal.com/api/rest/webhooks/rest/#link-messagesignature specifies the signed text. */
export function signature(
  { clientSecret }: Access,
  sent: { id: string; time: string; webhookId: string; body: string },
): string {
  const signed = [sent.id, sent.time, sent.webhookId, crc32(sent.body)].join("|");
  return createHmac("sha256", `stand-in ${clientSecret}`).update(signed).digest("base64");
}

type Event = [type: string, of: string, resource: object];

/** PayPal returns the money to the buyer. */
function reversed(session: PaymentSession, money: Money): Event {
  const reversal = {
    id: paypalId(),
    cents: refundableCents(money),
    at: session.updatedAt,
    failed: false,
  };
  return ["PAYMENT.CAPTURE.REVERSED", "refund", refundOf(session, money, reversal)];
}

function eventsOf(session: PaymentSession, event: SessionEvent): Event[] {
  const { money } = session;
  if (event.kind === "approved")
    return [["CHECKOUT.ORDER.APPROVED", "checkout-order", orderOf(session)]];
  if (!money) return [];
  // Not all of PayPal's messages have it, such as the sample in
  // https://developer.paypal.com/docs/checkout/apm/reference/subscribe-to-webhooks/
  const capture = { ...captureOf(session, money), supplementary_data: undefined };
  switch (event.kind) {
    case "paid":
    case "settled":
      return [["PAYMENT.CAPTURE.COMPLETED", "capture", capture]];
    case "pending":
      return [["PAYMENT.CAPTURE.PENDING", "capture", capture]];
    case "failed":
      return [["PAYMENT.CAPTURE.DENIED", "capture", capture]];
    case "refunded":
      return [["PAYMENT.CAPTURE.REFUNDED", "refund", refundOf(session, money, event.refund)]];
    case "refund-failed":
      return [["PAYMENT.REFUND.FAILED", "refund", refundOf(session, money, event.refund)]];
    case "disputed":
      return [["CUSTOMER.DISPUTE.CREATED", "dispute", disputeOf(money, event.dispute)]];
    case "resolved":
      return [
        ["CUSTOMER.DISPUTE.RESOLVED", "dispute", disputeOf(money, event.dispute)],
        ...(event.dispute.state === "lost" ? [reversed(session, money)] : []),
      ];
    default:
      return [];
  }
}
