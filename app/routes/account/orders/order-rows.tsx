import { goodsText } from "#shop/catalog/goods.ts";
import { Link } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Time } from "#app/ui/time.tsx";
import { count, money, signed } from "#messages/format.ts";
import type { OwnOrder } from "#shop/orders/order.ts";
import { GoodsArt } from "#app/routes/shop/shared/goods-art.tsx";
import { BuyAgain } from "#app/routes/shop/shared/buy-again.tsx";
import { creditNotePath, invoicePath, orderPath } from "#app/routes/shop/shared/order-paths.ts";
import { ordersPath } from "./order-search.tsx";
import "./order-rows.css";
import { t } from "#messages/translate.ts";

export interface OrderRowsProps {
  orders: readonly OwnOrder[];
  /** New rows are loading. */
  busy: boolean;
}

export function OrderRows({ orders, busy }: OrderRowsProps) {
  return (
    <ul
      className="card orders__rows"
      aria-label={t("myOrders.orders")}
      aria-busy={busy || undefined}
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </ul>
  );
}

/** A row whose whole area links to the order; the link itself is the ID. */
function OrderRow({ order }: { order: OwnOrder }) {
  return (
    <li className="order-row">
      <span className="order-row__art">
        <GoodsArt goods={order} />
      </span>
      <div className="order-row__what">
        <p className="order-row__coins">{goodsText(order)}</p>
        <p className="order-row__recipient">{forText(order)}</p>
        <p className="order-row__meta">
          <Link
            className="order-row__id mono"
            to={orderPath(order.id)}
            aria-label={t("myOrders.order", { id: order.id })}
          >
            {order.id}
          </Link>
          <span className="order-row__date">
            <Time value={order.createdAt} />
          </span>
        </p>
        {order.creditNotes.length > 0 && (
          <p className="order-row__notes">
            {order.creditNotes.map(({ number, grossCents }) => (
              <Link
                key={number}
                className="link"
                to={creditNotePath(order.id, number)}
                reloadDocument
              >
                {t(grossCents > 0 ? "myOrders.correction" : "myOrders.creditNote", { number })},{" "}
                {signed(grossCents, money)}
              </Link>
            ))}
          </p>
        )}
      </div>
      <StatusBadge status={order.status} />
      <p className="order-row__total">{money(order.totalCents)}</p>
      <div className="order-row__actions">
        <BuyAgain order={order} size="sm" />
        <ButtonLink
          to={invoicePath(order.id)}
          size="sm"
          reloadDocument
          aria-label={t("myOrders.invoiceOf", { id: order.id })}
        >
          <Icon name="download" size="sm" />
          {t("myOrders.invoice")}
        </ButtonLink>
      </div>
    </li>
  );
}

function forText({ tiktokUsername, giftEmail }: OwnOrder): string {
  const recipient = tiktokUsername === null ? giftEmail : `@${tiktokUsername}`;
  return recipient ? t("myOrders.for", { recipient }) : t("myOrders.forAccount");
}

interface PagingProps {
  search: string;
  page: number;
  pages: number;
}

/** The page links: newer orders to the left, older ones to the right. */
export function Paging({ search, page, pages }: PagingProps) {
  return (
    <nav className="orders__paging" aria-label={t("myOrders.pages")}>
      {page > 1 && (
        <ButtonLink className="orders__newer" to={ordersPath(search, page - 1)}>
          <Icon name="left" />
          {t("myOrders.newer")}
        </ButtonLink>
      )}
      <p aria-current="page">{t("myOrders.page", { page: count(page), pages: count(pages) })}</p>
      {page < pages && (
        <ButtonLink className="orders__older" to={ordersPath(search, page + 1)}>
          {t("myOrders.older")}
          <Icon name="right" />
        </ButtonLink>
      )}
    </nav>
  );
}
