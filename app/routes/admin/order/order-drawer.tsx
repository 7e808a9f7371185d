import { href, useNavigate } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Drawer } from "#app/ui/drawer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { OrderEvent } from "#shop/orders/order.ts";
import type { OrderPage, OrderQuery } from "#shop/orders/order-list.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import { invoicePath } from "#app/routes/shop/shared/order-paths.ts";
import { DeleteDialog, DeletePlainly } from "../orders/delete-order.tsx";
import { askingToDelete, listPath, orderPath } from "../orders/list-query.ts";
import { CompleteButton } from "./complete-button.tsx";
import { OrderBody } from "./order-body.tsx";
import type { OrderAnswer } from "./order-answer.ts";
import type { RecordStart } from "./record-form.tsx";
import { useFocusBack } from "./use-focus-back.ts";
import { useNeighbours } from "./use-neighbours.ts";
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
