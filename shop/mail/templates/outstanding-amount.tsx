import { t } from "#messages/translate.ts";
import type { ShopDetails, OutstandingAmountMail } from "../mail.ts";
import { goodsForWhom } from "./goods.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { orderLink, AmountDue, btc } from "./parts.tsx";

/** Renders the mail that requests the outstanding amount of an underpaid order. */
export function OutstandingAmount({
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
