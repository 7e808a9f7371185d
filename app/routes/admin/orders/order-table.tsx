import { methodWithWay } from "#shop/settings/payment-method.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { SelectAll, SelectCell, type Selection } from "#app/ui/selection.tsx";
import {
  Cell,
  Column,
  Row,
  RowActions,
  RowLink,
  Table,
  TableHead,
  TwoLines,
} from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatUsd } from "#lib/money.ts";
import type { OrderQuery, OrderSort } from "#shop/orders/order-list.ts";
import type { ListedOrder, OrderPage } from "#shop/orders/order-list.server.ts";
import { invoicePath } from "#app/routes/shop/shared/order-paths.ts";
import { BULK_FORM } from "./bulk-bar.tsx";
import { deleteDialogPath, listPath, orderPath } from "./order-query.ts";
import { paymentStatusLabels } from "./order-labels.ts";

export interface OrderTableProps {
  query: OrderQuery;
  page: OrderPage;
  openId: string | null;
  selection: Selection;
  busy: boolean;
}

export function OrderTable({ query, page, openId, selection, busy }: OrderTableProps) {
  return (
    <Table label="Orders" busy={busy}>
      <TableHead>
        <SelectAll selection={selection} label="Select all orders on this page" />
        <Column>Order ID</Column>
        <Column>Customer</Column>
        <Column sort={sortBy(query, "created")}>Date</Column>
        <Column sort={sortBy(query, "total")} end>
          Amount
        </Column>
        <Column wideOnly>Payment</Column>
        <Column>Status</Column>
        <Column labelHidden end>
          Actions
        </Column>
      </TableHead>
      <tbody>
        {page.orders.map((order) => (
          <OrderRow key={order.id} {...{ query, order, selection }} open={order.id === openId} />
        ))}
      </tbody>
    </Table>
  );
}

interface OrderRowProps {
  query: OrderQuery;
  order: ListedOrder;
  selection: Selection;
  open: boolean;
}

function OrderRow({ query, order, selection, open }: OrderRowProps) {
  return (
    <Row selected={selection.has(order.id)}>
      <SelectCell
        selection={selection}
        id={order.id}
        label={`Select order ${order.id}`}
        form={BULK_FORM}
      />
      <Cell phone="top">
        <RowLink to={orderPath(order.id, query)} current={open}>
          {order.id}
        </RowLink>
      </Cell>
      <Cell phone="middle">
        <span className="orders__customer">
          <TwoLines under={order.email}>@{order.tiktokUsername}</TwoLines>
        </span>
      </Cell>
      <Cell phone="bottom">
        <TwoLines under={<Time value={order.createdAt} format="time" />}>
          <Time value={order.createdAt} format="date" />
        </TwoLines>
      </Cell>
      <Cell end phone="middle-end">
        {formatUsd(order.totalCents)}
      </Cell>
      <Cell wideOnly phone="hidden">
        <TwoLines under={paymentStatusLabels[order.paymentStatus]}>{methodWithWay(order)}</TwoLines>
      </Cell>
      <Cell phone="top-end">
        <StatusBadge status={order.status} />
      </Cell>
      <Cell end phone="hidden">
        <RowActions>
          <ButtonLink
            to={invoicePath(order.id)}
            variant="ghost"
            size="sm"
            iconOnly
            reloadDocument
            aria-label={`Download invoice for order ${order.id}`}
          >
            <Icon name="download" size="sm" />
          </ButtonLink>
          <ButtonLink
            to={deleteDialogPath(listPath(query), order.id)}
            variant="ghost"
            size="sm"
            iconOnly
            preventScrollReset
            aria-label={`Delete order ${order.id}`}
          >
            <Icon name="trash" size="sm" />
          </ButtonLink>
        </RowActions>
      </Cell>
    </Row>
  );
}

/** Sorts descending first; reverses the order if the list is sorted by this column already. */
function sortBy(query: OrderQuery, by: OrderSort["by"]) {
  const current = query.sort.by === by;
  const descending = !(current && query.sort.descending);
  return {
    to: listPath({ ...query, sort: { by, descending }, cursor: null }),
    direction: current
      ? query.sort.descending
        ? ("descending" as const)
        : ("ascending" as const)
      : null,
  };
}
