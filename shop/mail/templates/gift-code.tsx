import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { GiftCodeMail, QueuedGiftCode } from "../gift-code-mail.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails } from "../mail.ts";
import { Button, MailLayout, mono, muted, shopLink, text } from "./layout.tsx";

/** Renders the mail that brings a gift code to its recipient. */
function GiftCode({ message, shop }: { message: GiftCodeMail; shop: ShopDetails }) {
  const { valueCents, from, text: greeting, code } = message;
  const amount = money(valueCents);
  const { shopName } = shop;
  return (
    <MailLayout
      preview={t("mail.giftPreview", { amount, shop: shopName })}
      heading={t("mail.giftHeading", { amount })}
      shop={shop}
      foot={
        from === null
          ? t("mail.giftFootOwn", { shop: shopName })
          : t("mail.giftFoot", { from, shop: shopName })
      }
    >
      {from !== null && <p style={text}>{t("mail.giftFrom", { from, amount, shop: shopName })}</p>}
      {greeting && (
        <p style={{ ...text, whiteSpace: "pre-line" }}>{t("mail.giftText", { text: greeting })}</p>
      )}
      <p style={text}>{t("mail.yourCode")}</p>
      <p style={{ ...text, ...mono, fontSize: "20px", fontWeight: 700 }}>
        <bdi>{code}</bdi>
      </p>
      <p style={text}>{t("mail.redeemHow")}</p>
      <Button href={shopLink(shop, "/orders")}>{t("mail.redeem")}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {t("mail.codeOnce")}
      </p>
    </MailLayout>
  );
}

export const giftCode: MailTemplate<GiftCodeMail, QueuedGiftCode> = {
  adminLabel: "Gift code",
  resendable: true,
  subject: ({ valueCents }) => t("mail.giftSubject", { amount: money(valueCents) }),
  Body: GiftCode,
  example: {
    template: "gift-code",
    ...{ orderId: "7KQ2M9X", issue: 0, valueCents: 2000, from: "mira@example.com" },
    ...{ text: "For your birthday", code: "7KQ2-M9XA-0000-1111" },
  },
};
