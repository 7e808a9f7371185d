import type { TimelineEvent } from "#app/ui/timeline.tsx";
import { formatBtc, formatMoney, formatUsd } from "#lib/money.ts";
import { type OrderEvent, orderStatuses } from "#shop/orders/order.ts";
import { correctionOf } from "#shop/delivery/correction.ts";
import { lateStateOf, lateWords } from "#shop/delivery/delivery.ts";
import type { DecisionKind } from "#shop/payments/model/payment.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { statusLabels } from "../orders/order-labels.ts";

/** Returns the events of an order as timeline entries, newest first. */
export function toTimeline(events: readonly OrderEvent[]): TimelineEvent[] {
  return events.map((event, key) => ({ key, at: event.at, ...describeEvent(event) })).toReversed();
}

const payments: Record<PaymentStatus, string> = {
  pending: "Waiting for the payment",
  detected: "Payment seen on the network",
  partial: "Part of the payment seen",
  paid: "Payment confirmed",
  overpaid: "Payment confirmed, overpaid",
  expired: "Not paid in time",
  review: "Payment to be reviewed",
  reversed: "Payment reversed by the network",
  refunded: "Refund of the payment",
};

const decisions: Record<DecisionKind, string> = {
  accept: "Payment accepted",
  ask: "Top-up requested",
  refund: "Refund recorded",
  attach: "Payment assigned to it",
  undo: "Decision undone",
};

const BY_PAYMENT = "By the payment";

type EventTexts = Pick<TimelineEvent, "text" | "note" | "tone">;

function describeEvent({ type, data }: OrderEvent): EventTexts {
  const by = data.by === "payment" ? BY_PAYMENT : textOf(data.by);
  switch (type) {
    case "placed":
      return {
        text: "Order placed",
        ...(by === BY_PAYMENT && { note: "When the payment was seen" }),
      };
    case "payment":
      return {
        text: paymentText(data),
        note: receivedText(data),
      };
    case "status": {
      const to = orderStatuses.find((status) => status === data.to);
      const reason = textOf(data.reason);
      return {
        text: `Set to ${to ? statusLabels[to] : textOf(data.to)}`,
        tone: to,
        note: [by, reason && `Reason: ${reason}`].filter(Boolean).join(". "),
      };
    }
    case "decision":
      return {
        text: decisions[data.kind as DecisionKind],
        note: [refundText(data), by].filter(Boolean).join(", "),
      };
    case "refund":
      return { text: "Refunded in total", note: returnedText(data) };
    case "credit-note":
      return {
        text: `${Number(data.grossCents) > 0 ? "Correction" : "Credit note"} ${textOf(data.number)}`,
        note: `${formatUsd(Number(data.grossCents))} to ${textOf(data.invoice)}`,
      };
    case "recipient": {
      const { from, to, fromUid, toUid } = correctionOf({ data });
      return {
        text: "Recipient corrected by the buyer",
        note: [
          ...(from === to ? [] : [`@${from} → @${to}`]),
          ...(fromUid === toUid ? [] : [`UID ${fromUid ?? "none"} → ${toUid ?? "none"}`]),
        ].join(", "),
      };
    }
    case "email":
      return {
        text: "Email corrected by the buyer",
        note: `${textOf(data.from)} → ${textOf(data.to)}`,
      };
    case "refund-address":
      return { text: "Refund address provided by the buyer", note: textOf(data.to) };
    case "message":
      return data.by === "customer"
        ? { text: "The buyer wrote a message" }
        : { text: "Message to the buyer", note: by };
    case "consent":
      return { text: "The buyer agreed to immediate delivery" };
    case "withdrawal":
      return data.to
        ? { text: `Withdrawal ${textOf(data.to)}`, note: by }
        : { text: "The buyer withdrew from the contract" };
    case "device":
      return { text: "The buyer added a device that is told when the coins arrive" };
    case "stopped":
      return {
        text: "Stopped by the link in the mail about it",
        note: stopped[textOf(data.type)] ?? "",
      };
    case "note":
      return { text: "Note changed", note: by };
    case "delivered": {
      const state = lateStateOf({ data });
      return {
        text: "Delivered too late",
        note: `By the adapter${state ? `, after it was ${lateWords[state]}` : ""}`,
      };
    }
    case "deleted":
      return { text: "Order deleted", note: by };
  }
}

/** What the link in a mail has stopped. */
const stopped: Record<string, string> = {
  recipient: "The correction of the recipient",
  "refund-address": "The refund address",
  consent: "The consent to immediate delivery",
  withdrawal: "The withdrawal",
  message: "A message",
  device: "Devices of the buyer",
};

/** A payment off the chain is not reversed by the network. */
function paymentText({ to, receivedCents }: OrderEvent["data"]): string {
  if (to === "reversed" && typeof receivedCents === "number") return "Payment reversed";
  return payments[to as PaymentStatus] ?? `Payment: ${textOf(to)}`;
}

function receivedText({ receivedSats, receivedCents }: OrderEvent["data"]): string | undefined {
  if (typeof receivedSats === "number" && receivedSats > 0)
    return `${formatBtc(receivedSats)} BTC received`;
  if (typeof receivedCents === "number" && receivedCents > 0)
    return `${formatUsd(receivedCents)} received`;
  return undefined;
}

function returnedText({ sentBackCents, creditedCents }: OrderEvent["data"]): string {
  const cents = (value: unknown) => (typeof value === "number" ? value : 0);
  const credited = cents(creditedCents);
  const sentBack = `${formatUsd(cents(sentBackCents))} sent back`;
  return credited > 0 ? `${sentBack}, ${formatUsd(credited)} to credit` : sentBack;
}

function refundText({ refundCents, currency }: OrderEvent["data"]): string {
  return typeof refundCents === "number" ? formatMoney(refundCents, textOf(currency)) : "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
