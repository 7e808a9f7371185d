import { t } from "#messages/translate.ts";
import type { AccountMail, QueuedAccountMail } from "../account-mail.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { RequestedLinks, ShopDetails } from "../mail.ts";
import { accountFoot, Button, MailLayout, muted, shopLink, text } from "./layout.tsx";

/** Returns the texts of an account mail. */
function accountMailTexts(template: AccountMail["template"]) {
  switch (template) {
    case "verify-email":
      return {
        subject: t("mail.verifySubject"),
        heading: t("mail.verifyHeading"),
        body: t("mail.verifyBody"),
        action: t("mail.verifyAction"),
        after: t("mail.verifyAfter"),
      };
    case "reset-password":
      return {
        subject: t("mail.resetSubject"),
        heading: t("mail.resetHeading"),
        body: t("mail.resetBody"),
        action: t("mail.resetAction"),
        after: t("mail.resetAfter"),
      };
    case "email-changed":
      return {
        subject: t("mail.emailChangedSubject"),
        heading: t("mail.emailChangedHeading"),
        body: t("mail.emailChangedBody"),
        action: t("mail.emailChangedAction"),
        after: t("mail.emailChangedAfter"),
      };
  }
}

/** Renders a mail about an account, with its link. */
function AccountLink({ message, shop }: { message: AccountMail; shop: ShopDetails }) {
  const { heading, body, action, after } = accountMailTexts(message.template);
  return (
    <MailLayout preview={body} heading={heading} shop={shop} foot={accountFoot(shop)}>
      <p style={text}>{t("mail.hello")}</p>
      <p style={text}>{body}</p>
      <Button href={shopLink(shop, message.link)}>{action}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {after}
      </p>
    </MailLayout>
  );
}

function accountMail<Queued extends { template: string } = QueuedAccountMail>(
  template: AccountMail["template"],
  { adminLabel }: { adminLabel: string },
): MailTemplate<AccountMail, Queued> {
  return {
    adminLabel,
    subject: () => accountMailTexts(template).subject,
    Body: AccountLink,
    example: { template, link: `https://shop.example/${template}` },
  };
}

export const verifyEmail: MailTemplate<AccountMail, QueuedAccountMail> = {
  ...accountMail("verify-email", { adminLabel: "Confirm email address" }),
  resendable: true,
};
export const resetPassword: MailTemplate<AccountMail, RequestedLinks> = {
  ...accountMail<RequestedLinks>("reset-password", { adminLabel: "Choose a new password" }),
  resendable: true,
};
export const emailChanged = accountMail("email-changed", { adminLabel: "Email address changed" });
