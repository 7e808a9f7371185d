import type { KeyValue } from "#app/ui/key-value-list.tsx";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import { Btc } from "./panel-layout.tsx";

/** The remark after the amount received; null before anything arrives. */
const remarks: Record<PaymentStatus, string | null> = {
  pending: null,
  expired: null,
  partial: "part of it",
  detected: "unconfirmed",
  paid: "confirmed",
  overpaid: "confirmed",
  review: "in review",
  reversed: "reversed by the network",
  refunded: "refunded",
};

const whole: readonly PaymentStatus[] = ["detected", "paid", "overpaid"];

/** Summarises a payment as one row: 'Paid' once the full amount was seen, 'Payment' before. */
export function paymentFact(payment: PaymentView | null): KeyValue {
  const remark = payment && remarks[payment.status];
  if (!payment || !remark) return { label: "Payment", value: "Not received yet" };
  if (payment.receivedSats === 0)
    return { label: "Payment", value: remark.charAt(0).toUpperCase() + remark.slice(1) };
  const isByLightning = payment.lightningSats === payment.receivedSats;
  return {
    label: whole.includes(payment.status) ? "Paid" : "Payment",
    value: (
      <span className="pay__fact">
        <Btc sats={payment.receivedSats} />{" "}
        <span className="muted">
          {remark === "confirmed" && isByLightning ? "by Lightning" : remark}
        </span>
      </span>
    ),
  };
}
