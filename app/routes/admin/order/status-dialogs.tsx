import { useState } from "react";
import { useNavigation } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Textarea } from "#app/ui/field.tsx";
import type { AdapterState } from "#shop/delivery/delivery.ts";
import { type OrderStatus, STATUS_REASON_MAX } from "#shop/orders/order.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import { underWayText } from "../deliver/delivery-badge.tsx";
import { isUnderpaid, type PanelOrder, type PanelPayment } from "./panel-order.ts";

/** A change of status that asks first. */
type AskedStatus = Exclude<OrderStatus, "pending">;

export interface StatusQuestion {
  /** The status whose dialog is open; null for none. */
  asked: AskedStatus | null;
  /** Asks about this change, if it needs a question; returns whether it does. */
  ask: (status: OrderStatus) => boolean;
  decline: () => void;
}

/**
 * Holds which confirmation dialog of the order is open. A dialog stays open while the order changes, and closes when it
 * is submitted.
 */
export function useStatusQuestion(
  order: PanelOrder | null,
  payment: PanelPayment | null,
  warnings: readonly string[],
): StatusQuestion {
  const { formData } = useNavigation();
  const sending = formData?.get("intent") === "status";
  const [asking, setAsking] = useState<{ orderId: string; status: AskedStatus } | null>(null);
  const [wasSending, setWasSending] = useState(sending);
  if (sending !== wasSending) {
    setWasSending(sending);
    if (wasSending) setAsking(null);
  }
  const ask = (status: OrderStatus) => {
    if (!order || order.status === status || status === "pending") return false;
    const needed =
      status === "rejected" ||
      (status === "completed" && warnings.length > 0) ||
      (status === "processing" && payment !== null && isUnderpaid(order, payment));
    if (needed) setAsking({ orderId: order.id, status });
    return needed;
  };
  const asked = asking?.orderId === order?.id ? (asking?.status ?? null) : null;
  return { asked, ask, decline: () => setAsking(null) };
}

export interface StatusDialogsProps {
  order: PanelOrder;
  payment: PanelPayment | null;
  warnings: readonly string[];
  delivery: AdapterState | null;
  question: StatusQuestion;
  action: string;
  /** The path of the next order, if there is one. */
  next: string | null;
}

/** The questions before an order is rejected, completed despite a warning, or set to Processing while it is underpaid. */
export function StatusDialogs(props: StatusDialogsProps) {
  const { order, payment, warnings, delivery, question, action, next } = props;
  const { asked, decline } = question;
  const underWay = underWayText(delivery);
  const values = { version: String(order.version), next: next ?? "" };
  const shared = { action, intent: "status", onDecline: decline, decline: "Cancel" };
  return (
    <>
      <ConfirmDialog
        {...shared}
        open={asked === "rejected"}
        title={`Reject order ${order.id}?`}
        question={
          <>
            The customer sees that the order was rejected, and the reason if you give one.
            {isSettled(order.paymentStatus) &&
              " Its payment is confirmed, and stays to be refunded."}
            {underWay && ` ${underWay}`}
          </>
        }
        values={{ ...values, status: "rejected" }}
        confirm="Reject order"
      >
        <Textarea
          // The reason stays until the order is rejected.
          key={order.status === "rejected" ? "given" : "open"}
          label="Reason"
          optional
          name="reason"
          maxLength={STATUS_REASON_MAX}
          rows={3}
        />
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        open={asked === "processing"}
        title={`Process order ${order.id}?`}
        question="Less than the price has arrived. What should become of the rest?"
        values={{
          ...values,
          status: "processing",
          receivedSats: String(payment?.receivedSats ?? 0),
        }}
        confirm="Set to Processing"
        tone="primary"
      >
        <fieldset className="radios">
          <legend className="sr">The rest</legend>
          <label>
            <input type="radio" name="payment" value="accept" required />
            <span>Nothing more is due: accept what has arrived as paid in full</span>
          </label>
          <label>
            <input type="radio" name="payment" value="wait" defaultChecked />
            <span>It is still due: the buyer’s page goes on asking for it</span>
          </label>
        </fieldset>
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        open={asked === "completed"}
        title={`Complete order ${order.id} anyway?`}
        question={`${warnings.join(" ")} Coins that you have sent cannot be taken back.`}
        values={{ ...values, status: "completed" }}
        confirm="Mark as Completed"
      />
    </>
  );
}
