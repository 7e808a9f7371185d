import { Form, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { OrderQuery } from "#shop/orders/order-list.ts";
import { orderPath } from "./list-query.ts";

const QUESTION = "Are you sure you want to delete this order? This action cannot be undone.";

export interface DeleteOrderProps {
  order: { id: string; version: number };
  query: OrderQuery;
  /** Where declining leads. */
  keepTo: string;
}

/** Asks in a dialog; where no script runs, in the page. */
export function DeleteOrder({ order, query, keepTo }: DeleteOrderProps) {
  const navigate = useNavigate();
  const action = orderPath(order.id, query);
  const title = `Delete order ${order.id}?`;
  return (
    <>
      <noscript>
        <Form method="post" action={action} className="card orders__delete">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="version" value={order.version} />
          <h2>{title}</h2>
          <p>{QUESTION}</p>
          <div className="row">
            <Button type="submit" variant="danger-quiet">
              Delete order
            </Button>
            <ButtonLink to={keepTo}>Keep order</ButtonLink>
          </div>
        </Form>
      </noscript>
      <ConfirmDialog
        open
        title={title}
        question={QUESTION}
        action={action}
        intent="delete"
        values={{ version: String(order.version) }}
        confirm="Delete order"
        decline="Keep order"
        onDecline={() => void navigate(keepTo, { preventScrollReset: true, replace: true })}
      />
    </>
  );
}
