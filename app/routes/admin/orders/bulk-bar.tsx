import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/field.tsx";
import type { Selection } from "#app/ui/selection.tsx";
import { type OrderStatus, orderStatuses } from "#shop/orders/order.ts";
import type { OrderPage } from "#shop/order-list/order-list.server.ts";
import { type BulkResult, countOrders } from "./bulk-result.tsx";
import { bulkStatusTexts, type StatusMails } from "./bulk-status.ts";
import { exportPath, orderList, type OrderListQuery } from "./order-query.ts";
import { statusLabels } from "./order-labels.ts";

/** Id of the form that the rows' checkboxes belong to. */
export const BULK_FORM = "ticked-orders";

export interface BulkBarProps {
  query: OrderListQuery;
  page: OrderPage;
  mails: StatusMails;
  selection: Selection;
  done: BulkResult | null;
}

/** Actions for the selected orders; orders.css hides it while none is selected. */
export function BulkBar({ query, page, mails, selection, done }: BulkBarProps) {
  const { ids, clear } = selection;
  const [status, setStatus] = useState<OrderStatus>("completed");
  const [asked, setAsked] = useState<"status" | "deletion" | null>(null);
  const cleared = useRef(done);
  useEffect(() => {
    if (!done || cleared.current === done) return;
    cleared.current = done;
    setAsked(null);
    clear();
  }, [done, clear]);
  const selected = page.orders.filter(({ id }) => ids.includes(id));
  const { label, question, idle, tone } = bulkStatusTexts(selected, status, mails);

  return (
    <div className="orders__bulk" role="group" aria-label="Selected orders">
      <span className="needs-script" role="status">
        {ids.length} selected
      </span>
      <Form
        id={BULK_FORM}
        method="post"
        action={orderList.to(query)}
        className="row"
        preventScrollReset
        replace
        onSubmit={(event) => {
          event.preventDefault();
          setAsked("status");
        }}
      >
        <input type="hidden" name="intent" value="bulk-status" />
        <Select
          label="New status"
          labelHidden
          name="status"
          size="sm"
          value={status}
          onChange={(event) => setStatus(event.target.value as OrderStatus)}
        >
          {orderStatuses.map((one) => (
            <option key={one} value={one}>
              {statusLabels[one]}
            </option>
          ))}
        </Select>
        <Button type="submit" size="sm" disabled={ids.length > 0 && idle}>
          {ids.length > 0 ? label : "Set status"}
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
        onClick={() => setAsked("deletion")}
      >
        Delete
      </Button>
      <Button size="sm" variant="ghost" className="needs-script" onClick={clear}>
        Clear
      </Button>
      <ConfirmDialog
        open={asked !== null && ids.length > 0}
        onDecline={() => setAsked(null)}
        action={orderList.to(query)}
        decline="Cancel"
        {...(asked === "deletion"
          ? {
              title: `Delete ${countOrders(ids.length)}?`,
              question: `Are you sure you want to delete ${ids.length === 1 ? "this order" : "these orders"}? This action cannot be undone.`,
              intent: "bulk-delete",
              confirm: "Delete",
            }
          : {
              title: `${label}?`,
              question,
              intent: "bulk-status",
              values: { status },
              confirm: label,
              tone,
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
