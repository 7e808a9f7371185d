import type { MouseEvent } from "react";
import { Form, useNavigation } from "react-router";
import { Dot } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type OrderStatus, orderStatuses, STATUS_REASON_MAX } from "#shop/orders/order.ts";
import { statusLabels } from "../orders/order-labels.ts";
import type { PanelOrder } from "./panel-order.ts";
import type { StatusQuestion } from "./status-dialogs.tsx";

export interface StatusFormProps {
  order: PanelOrder;
  action: string;
  question: StatusQuestion;
  /** The path of the next order, which the panel goes to when this one leaves the list. */
  next: string | null;
}

/** Sets any status from any other. */
export function StatusForm({ order, action, question, next }: StatusFormProps) {
  const sending = useSentStatus();
  const onPress = (event: MouseEvent<HTMLButtonElement>, status: OrderStatus) => {
    // The first press changes the version, so a second one would be a conflict.
    if (sending || question.ask(status)) event.preventDefault();
  };
  return (
    <Form method="post" action={action} replace preventScrollReset>
      <StatusFields order={order} next={next} />
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
        <Field
          label="Reason, if you reject it"
          hint="The customer sees it."
          name="reason"
          maxLength={STATUS_REASON_MAX}
          className="panel__reason"
        />
      </noscript>
    </Form>
  );
}

/** The button for the order that is to be delivered next; secondary where a warning stands against it. */
export function CompleteForm({
  warnings,
  ...props
}: StatusFormProps & { warnings: readonly string[] }) {
  const { order, action, question, next } = props;
  const isReady = warnings.length === 0 && order.status !== "completed";
  return (
    <Form method="post" action={action} replace preventScrollReset className="panel__complete">
      <StatusFields order={order} next={next} />
      {warnings[0] && (
        <p className="panel__beside">
          <Icon name="alert" size="sm" />
          {warnings[0]}
        </p>
      )}
      <Button
        type="submit"
        variant={isReady ? "primary" : "secondary"}
        block
        name="status"
        value="completed"
        busy={useSentStatus() === "completed"}
        onClick={(event) => {
          if (question.ask("completed")) event.preventDefault();
        }}
      >
        <Icon name="check" />
        Mark as Completed
      </Button>
    </Form>
  );
}

function StatusFields({ order, next }: Pick<StatusFormProps, "order" | "next">) {
  return (
    <>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="next" value={next ?? ""} />
    </>
  );
}

/** Returns the status that is being sent; null for none. */
function useSentStatus(): FormDataEntryValue | null {
  const { formData } = useNavigation();
  return formData?.get("intent") === "status" ? formData.get("status") : null;
}
