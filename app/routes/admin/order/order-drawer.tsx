import type { Answer } from "#app/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { href, useNavigate } from "react-router";
import type { BoughtCode } from "#shop/fulfilment/gift-order.server.ts";
import { invoicePath } from "#app/routes/shop/shared/order-paths.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Drawer } from "#app/ui/drawer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { OrderPage } from "#shop/order-list/order-list.server.ts";
import type { AdapterState } from "#shop/delivery/delivery.ts";
import type { ListedMail } from "#shop/mail/mail-list.ts";
import type { OrderEvent } from "#shop/orders/order.ts";
import type { Taken } from "#shop/delivery/work-list.ts";
import { DeleteDialog, DeletePlainly } from "../orders/delete-order.tsx";
import {
  cursorOf,
  deleteDialogPath,
  orderList,
  type OrderListQuery,
  orderPath,
} from "../orders/order-query.ts";
import { DeliveryNotice, deliveryWarnings, LateDeliveryNotice } from "./delivery-warnings.tsx";
import type { PanelConversation } from "./conversation.tsx";
import { OrderBody } from "./order-body.tsx";
import type { RecordDefaults } from "./record-form.tsx";
import type { PanelOrder, PanelPayment } from "./panel-order.ts";
import { StatusDialogs, useStatusQuestion } from "./status-dialogs.tsx";
import { CompleteForm } from "./status-form.tsx";
import "./order.css";

export interface OrderDrawerProps {
  orderId: string;
  /** Null when the order does not exist or is deleted. */
  order: PanelOrder | null;
  payment: PanelPayment | null;
  record: RecordDefaults | null;
  /** How far the delivery adapter is; null where it was not called. */
  delivery: AdapterState | null;
  /** Another administrator who is delivering it. */
  taken: Taken | null;
  history: readonly OrderEvent[];
  mails: readonly ListedMail[];
  /** What became of the gift code that the order bought; null without one. */
  code: BoughtCode | null;
  conversation: PanelConversation | null;
  /** URL of a transaction's page, with `{txid}` in it; empty for none. */
  explorer: string;
  confirmsDelete: boolean;
  /** The list behind the panel. */
  query: OrderListQuery;
  page: OrderPage;
  answer: Answer<unknown> | null;
}

export function OrderDrawer(props: OrderDrawerProps) {
  const { orderId, order, payment, record, delivery, taken, history, conversation } = props;
  const { query, page, answer, confirmsDelete } = props;
  const navigate = useNavigate();
  const list = orderList.to(query);
  const here = orderPath(orderId, query);
  const { previousTo, nextTo } = useAdjacentOrders(orderId, query, page);
  useRestoreFocus(orderId);
  const warnings = order && payment ? deliveryWarnings(order, payment, { delivery, taken }) : [];
  const question = useStatusQuestion(order, payment, warnings);

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
              <ButtonLink to={deleteDialogPath(here)} variant="danger-quiet" preventScrollReset>
                <Icon name="trash" />
                Delete order
              </ButtonLink>
              <ButtonLink to={invoicePath(order.id)} reloadDocument>
                <Icon name="download" />
                Download Invoice
              </ButtonLink>
              <CompleteForm {...{ order, warnings, question }} action={here} next={nextTo} />
            </>
          )
        }
      >
        <span className="panel__steps">
          <Step to={previousTo} label="Previous order" up />
          <Step to={nextTo} label="Next order" />
        </span>
        {confirmsDelete && order && <DeletePlainly order={order} query={query} cancelTo={here} />}
        {order && <AnswerNotice answer={answer} />}
        <DeliveryNotice warnings={warnings} />
        {order && <LateDeliveryNotice status={order.status} history={history} />}
        {order && payment && record && conversation ? (
          <OrderBody
            key={order.id}
            {...props}
            order={order}
            payment={payment}
            record={record}
            conversation={conversation}
            action={here}
            next={nextTo}
            question={question}
          />
        ) : (
          <Notice className="panel__notice" role="status">
            There is no order {orderId}, or someone deleted it.{" "}
            <a className="link" href={href("/admin/audit")}>
              The audit log
            </a>{" "}
            knows who.
          </Notice>
        )}
      </Drawer>
      {/* After the panel, and so above it. */}
      {order && (
        <StatusDialogs
          key={order.id}
          {...{ order, payment, warnings, delivery, question }}
          action={here}
          next={nextTo}
        />
      )}
      {confirmsDelete && order && <DeleteDialog order={order} query={query} cancelTo={here} />}
    </>
  );
}

/** Link to the previous or next order; a disabled icon at the end of the list. */
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

/** Moves the focus to the row of the last shown order when the panel closes. */
function useRestoreFocus(orderId: string): void {
  const last = useRef(orderId);
  useEffect(() => {
    last.current = orderId;
  }, [orderId]);
  useEffect(
    () => () => {
      const path = href("/admin/orders/:orderId", { orderId: last.current });
      const rows = [...document.querySelectorAll<HTMLAnchorElement>("a.row-link")];
      const row = rows.find(({ pathname }) => pathname === path);
      // The row of a deleted order is gone: focus the list instead.
      (row ?? document.querySelector<HTMLElement>("#main"))?.focus();
    },
    [],
  );
}

/** Returns the paths of the previous and next order in the list, across its pages. Arrow keys navigate to them. */
function useAdjacentOrders(orderId: string, query: OrderListQuery, page: OrderPage) {
  const at = page.orders.findIndex(({ id }) => id === orderId);
  const to = (place: number, beyond: OrderPage["next"]) => {
    const adjacent = page.orders[place];
    if (adjacent) return orderPath(adjacent.id, query);
    return beyond && orderPath(beyond.orderId, { ...query, cursor: cursorOf(beyond) });
  };
  const found =
    at === -1
      ? null
      : { orderId, previousTo: to(at - 1, page.previous), nextTo: to(at + 1, page.next) };
  // A change may take the order off the list, such as out of the filter: its neighbors stay those it had there.
  const [last, setLast] = useState(found);
  const isNew =
    found !== null &&
    (found.orderId !== last?.orderId ||
      found.previousTo !== last.previousTo ||
      found.nextTo !== last.nextTo);
  if (isNew) setLast(found);
  const { previousTo, nextTo } =
    found ?? (last?.orderId === orderId ? last : { previousTo: null, nextTo: null });

  const navigate = useNavigate();
  // A layout effect, so that quick key presses between renders are not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const next = { ArrowUp: previousTo, ArrowDown: nextTo }[event.key];
      if (!next || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      // In a field the arrow keys move the cursor; an open dialog takes them for itself.
      if ((event.target as Element).closest("input, textarea, select, [role=alertdialog]")) return;
      event.preventDefault();
      // Replaces the history entry, so that Back closes the panel.
      void navigate(next, { replace: true, preventScrollReset: true });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate, previousTo, nextTo]);

  return { previousTo, nextTo };
}
