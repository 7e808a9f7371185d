import { type MouseEvent, useState } from "react";
import { Form, useNavigation } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Dot } from "#app/ui/badge.tsx";
import { Field, Textarea } from "#app/ui/field.tsx";
import { type OrderStatus, orderStatuses, STATUS_REASON_MAX } from "#shop/orders/order.ts";
import { statusLabels } from "../orders/order-labels.ts";
import type { PanelOrder } from "./order-drawer.tsx";

/** Sets any status from any other. Rejecting opens a dialog for the reason, which the customer sees. */
export function StatusForm({ order, action }: { order: PanelOrder; action: string }) {
  const { formData } = useNavigation();
  const sending = formData?.get("intent") === "status" ? formData.get("status") : null;
  // The dialog is for this version: it closes once the order has changed.
  const [openFor, setOpenFor] = useState<number | null>(null);

  const onPress = (event: MouseEvent<HTMLButtonElement>, status: OrderStatus) => {
    // The first press changes the version, so a second one would be a conflict.
    if (sending) event.preventDefault();
    else if (status === "rejected" && order.status !== "rejected") {
      event.preventDefault();
      setOpenFor(order.version);
    }
  };
  return (
    <>
      <Form method="post" action={action} replace preventScrollReset>
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="version" value={order.version} />
        <div
          className="segmented segmented--block panel__statuses"
          role="group"
          aria-label="Set the status"
        >
          {orderStatuses.map((status) => (
            <button
              key={status}
              type="submit"
              name="status"
              value={status}
              className="segmented__item panel__status"
              aria-pressed={order.status === status}
              aria-busy={sending === status || undefined}
              onClick={(event) => onPress(event, status)}
            >
              <Dot tone={status} />
              {statusLabels[status]}
            </button>
          ))}
        </div>
        <noscript>
          <Reason />
        </noscript>
      </Form>
      <ConfirmDialog
        open={openFor === order.version}
        title={`Reject order ${order.id}?`}
        question="The customer sees that the order was rejected, and the reason if you give one."
        action={action}
        intent="status"
        values={{ version: String(order.version), status: "rejected" satisfies OrderStatus }}
        confirm="Reject order"
        decline="Cancel"
        onDecline={() => setOpenFor(null)}
      >
        <Textarea
          key={order.status}
          label="Reason"
          optional
          name="reason"
          maxLength={STATUS_REASON_MAX}
          rows={3}
        />
      </ConfirmDialog>
    </>
  );
}

function Reason() {
  return (
    <Field
      label="Reason, if you reject it"
      hint="The customer sees it."
      name="reason"
      maxLength={STATUS_REASON_MAX}
      className="panel__reason"
    />
  );
}
