import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/field.tsx";
import type { Selection } from "#app/ui/selection.tsx";
import { type OrderStatus, orderStatuses } from "#shop/orders/order.ts";
import type { OrderQuery } from "#shop/orders/order-list.ts";
import type { ListedOrder, OrderPage } from "#shop/orders/order-list.server.ts";
import { isSettled } from "#shop/payments/model/payment.ts";
import { type BulkResult, countOrders } from "./bulk-result.tsx";
import { exportPath, listPath } from "./order-query.ts";
import { statusLabels } from "./order-labels.ts";

/** Id of the form that the rows' checkboxes belong to. */
export const BULK_FORM = "ticked-orders";

export interface BulkBarProps {
  query: OrderQuery;
  page: OrderPage;
  selection: Selection;
  done: BulkResult | null;
}

/** Actions for the selected orders; orders.css hides it while none is selected. */
export function BulkBar({ query, page, selection, done }: BulkBarProps) {
  const { ids, clear } = selection;
  const [asked, setAsked] = useState<OrderStatus | "deleted" | null>(null);
  const cleared = useRef(done);
  useEffect(() => {
    if (!done || cleared.current === done) return;
    cleared.current = done;
    setAsked(null);
    clear();
  }, [done, clear]);
  const selected = page.orders.filter(({ id }) => ids.includes(id));

  return (
    <div className="orders__bulk" role="group" aria-label="Selected orders">
      <span className="needs-script" role="status">
        {ids.length} selected
      </span>
      <Form
        id={BULK_FORM}
        method="post"
        action={listPath(query)}
        className="row"
        preventScrollReset
        replace
        onSubmit={(event) => {
          event.preventDefault();
          const { value } = event.currentTarget.elements.namedItem("status") as HTMLSelectElement;
          setAsked(value as OrderStatus);
        }}
      >
        <input type="hidden" name="intent" value="bulk-status" />
        <Select label="New status" labelHidden name="status" size="sm" defaultValue="completed">
          {orderStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabels[status]}
            </option>
          ))}
        </Select>
        <Button type="submit" size="sm">
          Set status
        </Button>
        <noscript>
          <Button type="submit" size="sm" formAction={exportPath(query)}>
            Export selected
          </Button>
        </noscript>
      </Form>
      <form method="post" action={exportPath(query)} className="row needs-script">
        <SelectedIds ids={ids} />
        <Button type="submit" size="sm">
          <Icon name="download" size="sm" />
          Export selected
        </Button>
        <Button
          type="submit"
          size="sm"
          name="format"
          value="xlsx"
          aria-label="Excel file of the selected orders"
        >
          Excel
        </Button>
      </form>
      <Button
        size="sm"
        variant="danger-quiet"
        className="needs-script"
        onClick={() => setAsked("deleted")}
      >
        Delete
      </Button>
      <Button size="sm" variant="ghost" className="needs-script" onClick={clear}>
        Clear
      </Button>
      <ConfirmDialog
        open={asked !== null && ids.length > 0}
        onDecline={() => setAsked(null)}
        action={listPath(query)}
        decline="Cancel"
        {...(asked === "deleted"
          ? {
              title: `Delete ${countOrders(ids.length)}?`,
              question: `Are you sure you want to delete ${ids.length === 1 ? "this order" : "these orders"}? This action cannot be undone.`,
              intent: "bulk-delete",
              confirm: "Delete",
            }
          : {
              title: `Set ${countOrders(ids.length)} to ${asked ? statusLabels[asked] : ""}?`,
              question: consequences(selected, asked),
              intent: "bulk-status",
              values: { status: asked ?? "" },
              confirm: "Set status",
            })}
      >
        <SelectedIds ids={ids} />
      </ConfirmDialog>
    </div>
  );
}

function SelectedIds({ ids }: { ids: readonly string[] }) {
  return ids.map((id) => <input key={id} type="hidden" name="ids" value={id} />);
}

/** Says what setting this status will do to these orders. */
function consequences(selected: readonly ListedOrder[], status: OrderStatus | null): string {
  const changing = selected.filter((order) => order.status !== status);
  const unpaid = changing.filter(({ paymentStatus }) => !isSettled(paymentStatus)).length;
  const paid = changing.length - unpaid;
  const already = selected.length - changing.length;
  const sentences = [
    already > 0 && `${countOrders(already)} ${already === 1 ? "has" : "have"} this status already.`,
    status === "completed" && unpaid > 0 && `${countOrders(unpaid)} ${areOf(unpaid)} not paid.`,
    status === "rejected" &&
      paid > 0 &&
      `${countOrders(paid)} ${areOf(paid)} paid, and not refunded.`,
    status === "completed" || status === "rejected"
      ? "The customers get an email."
      : "The customers get no email.",
  ];
  return sentences.filter(Boolean).join(" ");
}

function areOf(count: number): string {
  return count === 1 ? "is" : "are";
}
