import { recipientText } from "#shop/catalog/goods.ts";
import { methodWithWay } from "#shop/settings/payment-method.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Selection } from "#app/ui/selection.tsx";
import { type Column, RowActions, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatUsd } from "#lib/money.ts";
import type { OrderColumnKey } from "#shop/order-list/order-columns.ts";
import type { OrderQuery, OrderSort } from "#shop/order-list/order-list.ts";
import type { ListedOrder, OrderPage } from "#shop/order-list/order-list.server.ts";
import { invoicePath } from "#app/routes/shop/shared/order-paths.ts";
import { BULK_FORM } from "./bulk-bar.tsx";
import { deleteDialogPath, listPath, orderPath } from "./order-query.ts";
import { listedPaymentText } from "./order-labels.ts";

export interface OrderTableProps {
  query: OrderQuery;
  page: OrderPage;
  openId: string | null;
  selection: Selection;
  busy: boolean;
}

export function OrderTable({ query, page, openId, selection, busy }: OrderTableProps) {
  return (
    <Table
      label="Orders"
      busy={busy}
      rows={page.orders}
      keyOf={({ id }) => id}
      columns={columnsOf(query, openId)}
      select={{
        selection,
        labelOfAll: "Select all orders on this page",
        labelOf: (id) => `Select order ${id}`,
        form: BULK_FORM,
      }}
    />
  );
}

function columnsOf(query: OrderQuery, openId: string | null): Column<ListedOrder>[] {
  const columns: Record<OrderColumnKey, Column<ListedOrder> | null> = {
    id: {
      head: "Order ID",
      phone: "top",
      cell: ({ id }) => (
        <RowLink to={orderPath(id, query)} current={id === openId}>
          {id}
        </RowLink>
      ),
    },
    tiktokUsername: {
      head: "Customer",
      phone: "middle",
      cell: (order) => (
        <span className="orders__customer">
          <TwoLines under={order.email}>{recipientText(order)}</TwoLines>
        </span>
      ),
    },
    createdAt: {
      head: "Date",
      sort: sortBy(query, "created"),
      phone: "bottom",
      cell: ({ createdAt }) => (
        <TwoLines under={<Time value={createdAt} format="time" />}>
          <Time value={createdAt} format="date" />
        </TwoLines>
      ),
    },
    totalCents: {
      head: "Amount",
      sort: sortBy(query, "total"),
      end: true,
      phone: "middle-end",
      cell: ({ totalCents }) => formatUsd(totalCents),
    },
    paymentMethod: {
      head: "Payment",
      wideOnly: true,
      phone: "hidden",
      cell: (order) => <TwoLines under={listedPaymentText(order)}>{methodWithWay(order)}</TwoLines>,
    },
    status: {
      head: "Status",
      phone: "top-end",
      cell: (order) => (
        <>
          <StatusBadge status={order.status} />
          <span className="orders__paid">{listedPaymentText(order)}</span>
        </>
      ),
    },
    // In the cells above.
    ...{ sentBackCents: null, creditedCents: null, keptCents: null },
    ...{ email: null, giftEmail: null, paymentStatus: null, paymentWay: null },
    // In the panel of the order.
    ...{
      package: null,
      packageKind: null,
      tiktokUid: null,
      statusReason: null,
      bitcoinWallet: null,
      note: null,
    },
    ...{ couponCode: null, couponCents: null, creditCents: null },
    ...{ country: null, vatBasisPoints: null, vatCents: null },
    ...{ currency: null, settledAt: null, updatedAt: null, version: null },
  };
  return [...Object.values(columns).filter((column) => column !== null), actionsOf(query)];
}

function actionsOf(query: OrderQuery): Column<ListedOrder> {
  return {
    head: "Actions",
    headHidden: true,
    end: true,
    phone: "hidden",
    cell: ({ id }) => (
      <RowActions>
        <ButtonLink
          to={invoicePath(id)}
          variant="ghost"
          size="sm"
          iconOnly
          reloadDocument
          aria-label={`Download invoice for order ${id}`}
        >
          <Icon name="download" size="sm" />
        </ButtonLink>
        <ButtonLink
          to={deleteDialogPath(listPath(query), id)}
          variant="ghost"
          size="sm"
          iconOnly
          preventScrollReset
          aria-label={`Delete order ${id}`}
        >
          <Icon name="trash" size="sm" />
        </ButtonLink>
      </RowActions>
    ),
  };
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
