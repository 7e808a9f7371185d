import { t } from "#messages/translate.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails } from "../mail.ts";
import type { OrderActMail, StopLink } from "../act-mail.ts";
import { Button, MailLayout, muted, shopLink, text } from "./layout.tsx";
import { TIME_EXAMPLE } from "./examples.ts";
import { Facts, orderLink, utcText } from "./parts.tsx";

const words = {
  recipient: "mail.actRecipient",
  "refund-address": "mail.actRefund",
  message: "mail.actMessage",
  push: "mail.actDevice",
} as const satisfies Record<OrderActMail["act"], string>;

/** Renders the mail that tells the order's address of an act on its page. */
function OrderAct({ message, shop }: { message: OrderActMail; shop: ShopDetails }) {
  const { act, from, to, at, orderId: order } = message;
  const heading = t(words[act]);
  return (
    <MailLayout preview={heading} heading={heading} shop={shop}>
      <Facts
        rows={[
          [t("mail.order"), order],
          ...(to === undefined ? [] : [[t("mail.actTo"), to] as const]),
          ...(from ? [[t("mail.actFrom"), from] as const] : []),
          [t("mail.when"), utcText(at)],
        ]}
      />
      <Button href={orderLink(shop, message)}>{t("mail.showOrder")}</Button>
      <StopPart message={message} shop={shop} />
    </MailLayout>
  );
}

/** Renders the link that stops an act; nothing in a mail from before there were such links. */
export function StopPart({
  message: { orderId, stop },
  shop,
}: {
  message: { orderId: string; stop?: StopLink };
  shop: ShopDetails;
}) {
  if (!stop) return null;
  const path = `/orders/${orderId}/stop?act=${stop.eventId}&key=${stop.key}`;
  return (
    <>
      <p style={{ ...text, margin: "24px 0 12px" }}>
        <b>{t("mail.stopHeading")}</b> {t("mail.stopBody")}
      </p>
      <p className="mail-muted" style={muted}>
        <a href={shopLink(shop, path)} target="_blank" className="mail-link">
          {t("mail.stop")}
        </a>
      </p>
    </>
  );
}

export const orderAct: MailTemplate<OrderActMail> = {
  adminLabel: "Change on an order's page",
  resendable: true,
  subject: ({ orderId: order }) => t("mail.actSubject", { order }),
  Body: OrderAct,
  example: {
    template: "order-act",
    ...{ orderId: "7KQ2M9X", trackingKey: "key", act: "recipient", from: "mira", to: "mira.holt" },
    ...{ at: TIME_EXAMPLE, stop: { eventId: 7, key: "stop" } },
  },
};
