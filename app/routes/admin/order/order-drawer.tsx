import { useEffect, useLayoutEffect, useRef } from "react";
import { Form, href, useNavigate, useNavigation } from "react-router";
import { invoicePath } from "#app/routes/shop/shared/order-paths.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Drawer } from "#app/ui/drawer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { OrderPage, OrderQuery } from "#shop/orders/order-list.ts";
import type { OrderEvent } from "#shop/orders/order.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import { DeleteDialog, DeletePlainly } from "../orders/delete-order.tsx";
import { askingToDelete, listPath, orderPath } from "../orders/order-query.ts";
import { OrderBody } from "./order-body.tsx";
import type { RecordStart } from "./record-form.tsx";
import type { OrderAnswer } from "./route.tsx";
import "./order.css";

/** An order as the panel shows it. */
export type PanelOrder = Omit<StoredOrder, "checkoutId" | "deletedAt">;

export interface OrderDrawerProps {
  orderId: string;
  /** Null when it is not there, or not any more. */
  order: PanelOrder | null;
  payment: PaymentDetails | null;
  record: RecordStart | null;
  history: readonly OrderEvent[];
  /** Address of a transaction's page, with `{txid}` in it; empty for none. */
  explorer: string;
  asksDelete: boolean;
  /** The list behind it. */
  query: OrderQuery;
  page: OrderPage;
  answer: OrderAnswer | undefined;
}

export function OrderDrawer(props: OrderDrawerProps) {
  const { orderId, order, payment, record, query, page, answer, asksDelete } = props;
  const navigate = useNavigate();
  const list = listPath(query);
  const here = orderPath(orderId, query);
  const { previousTo, nextTo } = useNeighbours(orderId, query, page);
  useFocusBack(orderId);

  return (
    <>
      <Drawer
        title="Order Details"
        under={
          <>
            <span className="mono" role="status">
              {orderId}
            </span>
            {order && <StatusBadge status={order.status} />}
          </>
        }
        closeTo={list}
        onClose={() => void navigate(list, { preventScrollReset: true })}
        foot={
          order && (
            <>
              <ButtonLink to={askingToDelete(here)} variant="danger-quiet" preventScrollReset>
                <Icon name="trash" />
                Delete order
              </ButtonLink>
              <ButtonLink to={invoicePath(order.id)} reloadDocument>
                <Icon name="download" />
                Download Invoice
              </ButtonLink>
              <CompleteButton order={order} action={here} />
            </>
          )
        }
      >
        <span className="panel__steps">
          <Step to={previousTo} label="Previous order" up />
          <Step to={nextTo} label="Next order" />
        </span>
        {asksDelete && order && <DeletePlainly order={order} query={query} keepTo={here} />}
        {answer?.stale && order && (
          <Notice tone="pending" role="alert" className="panel__notice">
            Somebody changed this order meanwhile. What you see is how it is now, and nothing of it
            was overwritten: have a look, and do it again if it is still right.
          </Notice>
        )}
        {order && payment && record ? (
          <OrderBody
            key={order.id}
            {...props}
            order={order}
            payment={payment}
            record={record}
            action={here}
          />
        ) : (
          <Notice className="panel__notice" role="status">
            There is no order {orderId}, or somebody deleted it.{" "}
            <a className="link" href={href("/admin/audit")}>
              The audit log
            </a>{" "}
            knows who.
          </Notice>
        )}
      </Drawer>
      {/* After the panel, and so above it. */}
      {asksDelete && order && <DeleteDialog order={order} query={query} keepTo={here} />}
    </>
  );
}

/** Where it leads nowhere it is no link, only its picture. */
function Step({ to, label, up }: { to: string | null; label: string; up?: boolean }) {
  const arrow = <Icon name="chevron" size="sm" className={up ? "panel__up" : "panel__down"} />;
  if (!to) return <span className="btn btn--ghost btn--sm btn--icon btn--off">{arrow}</span>;
  return (
    <ButtonLink
      to={to}
      variant="ghost"
      size="sm"
      iconOnly
      replace
      preventScrollReset
      aria-label={label}
    >
      {arrow}
    </ButtonLink>
  );
}

function CompleteButton({ order, action }: { order: PanelOrder; action: string }) {
  const { formData } = useNavigation();
  return (
    <Form method="post" action={action} replace preventScrollReset>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="version" value={order.version} />
      <Button
        type="submit"
        variant="primary"
        block
        name="status"
        value="completed"
        busy={formData?.get("status") === "completed"}
      >
        <Icon name="check" />
        Mark as Completed
      </Button>
    </Form>
  );
}

/** When the panel closes, the focus goes to the row of the order that it showed last. */
function useFocusBack(orderId: string): void {
  const last = useRef(orderId);
  useEffect(() => {
    last.current = orderId;
  }, [orderId]);
  useEffect(
    () => () => {
      const path = href("/admin/orders/:orderId", { orderId: last.current });
      const rows = [...document.querySelectorAll<HTMLAnchorElement>("a.row-link")];
      const row = rows.find(({ pathname }) => pathname === path);
      // The row of a deleted order is gone: on with the list.
      (row ?? document.querySelector<HTMLElement>("#main"))?.focus();
    },
    [],
  );
}

/** The orders before and after this one in the list, across its pages; arrow keys lead there. */
function useNeighbours(orderId: string, query: OrderQuery, page: OrderPage) {
  const at = page.orders.findIndex(({ id }) => id === orderId);
  const to = (place: number, beyond: OrderPage["next"]) => {
    const neighbour = page.orders[place];
    if (neighbour) return orderPath(neighbour.id, query);
    return beyond && orderPath(beyond.orderId, { ...query, cursor: beyond.cursor });
  };
  // An order that is not on this page of the list has no neighbours there.
  const previousTo = at === -1 ? null : to(at - 1, page.previous);
  const nextTo = at === -1 ? null : to(at + 1, page.next);

  const navigate = useNavigate();
  // At once, not after the next frame: who presses quickly loses no key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const next = { ArrowUp: previousTo, ArrowDown: nextTo }[event.key];
      if (!next || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      // In a field the arrows move the cursor; above the panel stands a question that waits.
      if ((event.target as Element).closest("input, textarea, select, [role=alertdialog]")) return;
      event.preventDefault();
      // In place of the one before, so that Back closes the panel.
      void navigate(next, { replace: true, preventScrollReset: true });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate, previousTo, nextTo]);

  return { previousTo, nextTo };
}
