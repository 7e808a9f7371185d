import { t } from "#messages/translate.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails, OutstandingAmountMail } from "../mail.ts";
import { goodsForWhom } from "./goods.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { dueExample, orderExample } from "./examples.ts";
import { orderLink, AmountDue, btc } from "./parts.tsx";

/** Renders the mail that requests the outstanding amount of an underpaid order. */
function OutstandingAmount({
  message,
  shop,
}: {
  message: OutstandingAmountMail;
  shop: ShopDetails;
}) {
  const { orderId: order, receivedSats, payment } = message;
  const goods = goodsForWhom(message);
  return (
    <MailLayout
      preview={t("mail.missingPreview", { amount: btc(payment.sats), order })}
      heading={t("mail.missingHeading")}
      shop={shop}
    >
      <p style={text}>{t("mail.missingBody", { amount: btc(receivedSats), order, goods })}</p>
      <AmountDue payment={payment} remark={t("mail.ratherRefund", { email: shop.supportEmail })} />
      <Button href={orderLink(shop, message)}>{t("mail.seeRest")}</Button>
    </MailLayout>
  );
}

export const outstandingAmount: MailTemplate<OutstandingAmountMail> = {
  adminLabel: "Rest to pay",
  resendable: true,
  subject: ({ orderId: order }) => t("mail.missingSubject", { order }),
  Body: OutstandingAmount,
  example: { template: "rest-to-pay", ...orderExample, receivedSats: 5000, payment: dueExample },
};
