import { t } from "#messages/translate.ts";
import type { RequestedTwoFactorMail, TwoFactorAskedMail } from "../account-mail.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails } from "../mail.ts";
import { accountFoot, Button, MailLayout, muted, shopLink, text } from "./layout.tsx";
import { TIME_EXAMPLE } from "./examples.ts";
import { Facts, utcText } from "./parts.tsx";

/** Renders the mail that two-factor authentication will be turned off, with the link that keeps it on. */
function TwoFactorAsked({ message, shop }: { message: TwoFactorAskedMail; shop: ShopDetails }) {
  const { name, askedBy, takesEffectAt, link } = message;
  const body = t("mail.twoFactorAskedBody");
  return (
    <MailLayout
      preview={body}
      heading={t("mail.twoFactorAskedHeading")}
      shop={shop}
      foot={accountFoot(shop)}
    >
      <p style={text}>{t("mail.helloName", { name })}</p>
      <p style={text}>{body}</p>
      <Facts
        rows={[
          [t("mail.twoFactorOffAt"), utcText(takesEffectAt)],
          [t("mail.twoFactorAskedBy"), askedBy],
        ]}
      />
      <p style={text}>{t("mail.twoFactorAskedAfter")}</p>
      <Button href={shopLink(shop, link)}>{t("mail.keepTwoFactor")}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {t("mail.keepTwoFactorAfter")}
      </p>
    </MailLayout>
  );
}

export const twoFactorAsked: MailTemplate<TwoFactorAskedMail, RequestedTwoFactorMail> = {
  adminLabel: "Turning off two-factor",
  subject: () => t("mail.twoFactorAskedSubject"),
  Body: TwoFactorAsked,
  example: {
    template: "two-factor-asked",
    name: "Mira",
    askedBy: "Robin",
    takesEffectAt: TIME_EXAMPLE,
    link: "https://shop.example/keep",
  },
};
