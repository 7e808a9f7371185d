import { useState } from "react";
import { useNavigation } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Textarea } from "#app/ui/field.tsx";
import type { AdapterState } from "#shop/delivery/delivery.ts";
import { type OrderStatus, STATUS_REASON_MAX } from "#shop/orders/order.ts";
import { isSettled } from "#shop/payments/model/payment.ts";
import { underWayText } from "../deliver/delivery-badge.tsx";
import type { PanelOrder } from "./panel-order.ts";

/** A change of status that asks first. */
type AskedStatus = Extract<OrderStatus, "completed" | "rejected">;

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
    if (!order || order.status === status) return false;
    const needed = status === "rejected" || (status === "completed" && warnings.length > 0);
    if (needed) setAsking({ orderId: order.id, status });
    return needed;
  };
  const asked = asking?.orderId === order?.id ? (asking?.status ?? null) : null;
  return { asked, ask, decline: () => setAsking(null) };
}

export interface StatusDialogsProps {
  order: PanelOrder;
  warnings: readonly string[];
  delivery: AdapterState | null;
  question: StatusQuestion;
  action: string;
  /** The path of the next order, if there is one. */
  next: string | null;
}

/** The questions before an order is rejected, or completed despite a warning. */
export function StatusDialogs(props: StatusDialogsProps) {
  const { order, warnings, delivery, question, action, next } = props;
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
        open={asked === "completed"}
        title={`Complete order ${order.id} anyway?`}
        question={`${warnings.join(" ")} Coins that you have sent cannot be taken back.`}
        values={{ ...values, status: "completed" }}
        confirm="Mark as Completed"
      />
    </>
  );
}
