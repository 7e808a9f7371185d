import { t } from "#messages/translate.ts";
import { goodsText } from "#shop/catalog/goods.ts";
import { Form, Link } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import type { RecentOrder } from "#shop/orders/order.ts";
import { orderPath } from "../shared/order-paths.ts";
import "./recent-orders.css";

/** The orders that this browser may see, with a button that makes it forget them. */
export function RecentOrders({ orders }: { orders: readonly RecentOrder[] }) {
  return (
    <section className="recent" aria-labelledby="recent-title">
      <h2 className="heading" id="recent-title">
        {t("order.recentTitle")}
      </h2>
      <ul className="card">
        {orders.map(({ id, status, createdAt, ...goods }) => (
          <li key={id} className="recent__row">
            <Link
              className="link mono"
              to={orderPath(id)}
              aria-label={t("order.recentOrder", { id })}
            >
              {id}
            </Link>
            <span>{goodsText(goods)}</span>
            <span className="recent__date">
              <Time value={createdAt} />
            </span>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
      <Form method="post" action="/track-order" className="recent__forget">
        <input type="hidden" name="intent" value="forget" />
        <SubmitButton intent="forget" variant="ghost" size="sm">
          {t("order.forget")}
        </SubmitButton>
        <p>{t("order.forgetHint")}</p>
      </Form>
    </section>
  );
}
