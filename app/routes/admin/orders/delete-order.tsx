import { Form, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { OrderQuery } from "#shop/order-list/order-list.ts";
import { orderPath } from "./order-query.ts";

const QUESTION = "Are you sure you want to delete this order? This action cannot be undone.";

export interface DeleteOrderProps {
  order: { id: string; version: number };
  query: OrderQuery;
  /** Path that declining leads to. */
  cancelTo: string;
}

/** Confirms deletion in a dialog. */
export function DeleteDialog({ order, query, cancelTo }: DeleteOrderProps) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open
      title={titleOf(order)}
      question={QUESTION}
      action={orderPath(order.id, query)}
      intent="delete"
      values={{ version: String(order.version) }}
      confirm="Delete order"
      decline="Keep order"
      onDecline={() => void navigate(cancelTo, { preventScrollReset: true, replace: true })}
    />
  );
}

/** Confirms deletion in the page, without JavaScript. */
export function DeletePlainly({ order, query, cancelTo }: DeleteOrderProps) {
  return (
    <noscript>
      <Form method="post" action={orderPath(order.id, query)} className="card orders__delete">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={order.version} />
        <h2>{titleOf(order)}</h2>
        <p>{QUESTION}</p>
        <div className="row">
          <Button type="submit" variant="danger-quiet">
            Delete order
          </Button>
          <ButtonLink to={cancelTo}>Keep order</ButtonLink>
        </div>
      </Form>
    </noscript>
  );
}

function titleOf(order: { id: string }): string {
  return `Delete order ${order.id}?`;
}
