import { timeText } from "#lib/time.ts";
import { formatUsd } from "#lib/money.ts";
import { goodsText } from "../../catalog/goods.ts";
import type { OrderLinksMail, ShopDetails } from "../mail.ts";
import { link, MailLayout, muted, text } from "./layout.tsx";
import { orderLink } from "./parts.tsx";

/** Renders the links to the orders of an email address. */
export function OrderLinks({ message, shop }: { message: OrderLinksMail; shop: ShopDetails }) {
  const { orders } = message;
  return (
    <MailLayout
      preview="Links to your orders, as requested"
      heading={orders.length === 1 ? "The link to your order" : "The links to your orders"}
      shop={shop}
    >
      <p style={text}>
        {orders.length === 1
          ? "Here is the order placed with this email address."
          : "Here are the orders placed with this email address, newest first."}{" "}
        Each link opens the order without a password, so please do not forward this email.
      </p>
      {orders.map((order) => (
        <p key={order.orderId} style={text}>
          <a
            target="_blank"
            className="mail-link"
            href={orderLink(shop.appUrl, order)}
            style={link}
          >
            Order {order.orderId}
          </a>
          <br />
          {goodsText(order)}, {formatUsd(order.totalCents)},{" "}
          {timeText(new Date(order.placedAt), "date")}
        </p>
      ))}
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        Someone (probably you) requested these links in the shop. If this was not you, ignore this
        email: it was sent only to you.
      </p>
    </MailLayout>
  );
}
