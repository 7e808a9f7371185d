import { money, time } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { OrderLinksMail, RequestedLinks, ShopDetails } from "../mail.ts";
import { goodsName } from "./goods.ts";
import { link, MailLayout, muted, text } from "./layout.tsx";
import { orderExample, TIME_EXAMPLE } from "./examples.ts";
import { orderLink } from "./parts.tsx";

/** Renders the links to the orders of an email address. */
function OrderLinks({ message, shop }: { message: OrderLinksMail; shop: ShopDetails }) {
  const { orders } = message;
  return (
    <MailLayout
      preview={t("mail.linksPreview")}
      heading={t("mail.linksHeading", { orders: orders.length })}
      shop={shop}
    >
      <p style={text}>{t("mail.linksBody", { orders: orders.length })}</p>
      {orders.map((order) => (
        <p key={order.orderId} style={text}>
          <a target="_blank" className="mail-link" href={orderLink(shop, order)} style={link}>
            {t("mail.linkTo", { order: order.orderId })}
          </a>
          <br />
          {t("mail.linkOf", {
            goods: goodsName(order),
            price: money(order.totalCents),
            date: time(new Date(order.placedAt), "date"),
          })}
        </p>
      ))}
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {t("mail.linksAsked")}
      </p>
    </MailLayout>
  );
}

export const orderLinks: MailTemplate<OrderLinksMail, RequestedLinks> = {
  adminLabel: "Links to orders",
  resendable: true,
  subject: () => t("mail.linksSubject"),
  Body: OrderLinks,
  example: {
    template: "order-links",
    orders: [{ ...orderExample, totalCents: 1499, placedAt: TIME_EXAMPLE }],
  },
};
