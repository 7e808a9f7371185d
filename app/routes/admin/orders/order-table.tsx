import { recipientText } from "#shop/catalog/goods.ts";
import { methodWithWay } from "#shop/settings/payment-method.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, RowActions, RowLink, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatUsd } from "#lib/money.ts";
import type { OrderColumnKey } from "#shop/order-list/order-columns.ts";
import type { ListedOrder } from "#shop/order-list/order-list.server.ts";
import { invoicePath } from "#app/routes/shop/shared/order-paths.ts";
import {
  deleteDialogPath,
  orderList,
  type OrderListQuery,
  orderPath,
  orderSortHead,
} from "./order-query.ts";
import { listedPaymentText } from "./order-labels.ts";

/** Returns the columns of the list. */
export function columnsOf(query: OrderListQuery, openId: string | null): Column<ListedOrder>[] {
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
      sort: orderSortHead(query, "created"),
      phone: "bottom",
      cell: ({ createdAt }) => (
        <TwoLines under={<Time value={createdAt} format="time" />}>
          <Time value={createdAt} format="date" />
        </TwoLines>
      ),
    },
    totalCents: {
      head: "Amount",
      sort: orderSortHead(query, "total"),
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

function actionsOf(query: OrderListQuery): Column<ListedOrder> {
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
          to={deleteDialogPath(orderList.to(query), id)}
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
