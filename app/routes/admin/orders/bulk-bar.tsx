import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/field.tsx";
import type { Selection } from "#app/ui/selection.tsx";
import { type OrderStatus, orderStatuses } from "#shop/orders/order.ts";
import type { OrderQuery } from "#shop/orders/order-list.ts";
import { exportPath, listPath } from "./order-query.ts";
import { statusLabels } from "./order-labels.ts";

/** Id of the form that the rows' checkboxes belong to. */
export const BULK_FORM = "ticked-orders";

export interface BulkResult {
  status: OrderStatus;
  changed: number;
  unchanged: number;
  missing: number;
}

export interface BulkBarProps {
  query: OrderQuery;
  selection: Selection;
  done: BulkResult | null;
}

/** Actions for the selected orders; orders.css hides it while none is selected. */
export function BulkBar({ query, selection, done }: BulkBarProps) {
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "bulk-status";
  const { ids, clear } = selection;
  const cleared = useRef(done);
  useEffect(() => {
    if (!done || cleared.current === done) return;
    cleared.current = done;
    clear();
  }, [done, clear]);

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
      >
        <input type="hidden" name="intent" value="bulk-status" />
        <Select label="New status" labelHidden name="status" size="sm" defaultValue="completed">
          {orderStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabels[status]}
            </option>
          ))}
        </Select>
        <Button type="submit" size="sm" busy={busy}>
          Set status
        </Button>
        <noscript>
          <Button type="submit" size="sm" formAction={exportPath(query)}>
            Export selected
          </Button>
        </noscript>
      </Form>
      <form method="post" action={exportPath(query)} className="needs-script">
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
        <Button type="submit" size="sm">
          <Icon name="download" size="sm" />
          Export selected
        </Button>
      </form>
      <Button size="sm" variant="ghost" className="needs-script" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

/** Reports how many orders changed, and why others did not. */
export function BulkResultNotice({ done }: { done: BulkResult }) {
  const { changed, unchanged, missing } = done;
  const status = statusLabels[done.status];
  const sentences = [
    changed > 0 && `${orders(changed)} set to ${status}.`,
    unchanged > 0 && `${orders(unchanged)} ${unchanged === 1 ? "was" : "were"} ${status} already.`,
    missing > 0 &&
      `${orders(missing)} ${missing === 1 ? "has" : "have"} been deleted in the meantime.`,
    changed + unchanged + missing === 0 && "No order was selected.",
  ];
  return (
    <Notice tone={changed > 0 ? "completed" : "neutral"} role="status" className="orders__done">
      {sentences.filter(Boolean).join(" ")}
    </Notice>
  );
}

function orders(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}
