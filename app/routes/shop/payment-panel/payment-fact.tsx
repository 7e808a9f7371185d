import type { KeyValue } from "#app/ui/key-value-list.tsx";
import { rich, t } from "#messages/translate.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { isRefundedInPart } from "#shop/payments/model/refund.ts";
import { Btc } from "./panel-layout.tsx";

/** The state of a payment, alone and after the amount received. */
const states = {
  partial: ["payment.factPart", "payment.factAmountPart"],
  detected: ["payment.factUnconfirmed", "payment.factAmountUnconfirmed"],
  paid: ["payment.factConfirmed", "payment.factAmountConfirmed"],
  overpaid: ["payment.factConfirmed", "payment.factAmountConfirmed"],
  review: ["payment.factInReview", "payment.factAmountInReview"],
  reversed: ["payment.factReversed", "payment.factAmountReversed"],
  refunded: ["payment.factRefunded", "payment.factAmountRefunded"],
} as const;

const whole: readonly PaymentStatus[] = ["detected", "paid", "overpaid"];

/** Summarises a payment as one row: 'Paid' once the full amount was seen, 'Payment' before. */
export function paymentFact(payment: PaymentView | null): KeyValue {
  if (!payment || payment.status === "pending" || payment.status === "expired")
    return { label: t("payment.fact"), value: t("payment.factNone") };
  const { status, receivedSats, lightningSats } = payment;
  const [alone, ofWhole] = states[status];
  const isPart = status === "refunded" && isRefundedInPart(payment);
  const ofAmount = isPart ? "payment.factAmountPartRefunded" : ofWhole;
  if (receivedSats === 0) return { label: t("payment.fact"), value: t(alone) };
  const isByLightning =
    lightningSats === receivedSats && (status === "paid" || status === "overpaid");
  return {
    label: whole.includes(status) ? t("payment.factPaid") : t("payment.fact"),
    value: (
      <span className="pay__fact">
        {rich(isByLightning ? "payment.factAmountLightning" : ofAmount, {
          amount: <Btc sats={receivedSats} />,
          state: <span className="muted" />,
        })}
      </span>
    ),
  };
}
