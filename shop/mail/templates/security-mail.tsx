import { t } from "#messages/translate.ts";
import type { SecurityMail } from "../account-mail.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails } from "../mail.ts";
import { accountFoot, Button, MailLayout, shopLink, text } from "./layout.tsx";
import { TIME_EXAMPLE } from "./examples.ts";
import { Facts, utcText } from "./parts.tsx";

/** Returns the texts of a security mail, and the link for reacting to it. */
function securityMailTexts(template: SecurityMail["template"]) {
  switch (template) {
    case "password-changed":
      return {
        subject: t("mail.passwordChangedSubject"),
        heading: t("mail.passwordChangedHeading"),
        body: t("mail.passwordChangedBody"),
        after: t("mail.passwordChangedAfter"),
        path: "/forgot-password",
        action: t("mail.passwordChangedAction"),
      };
    case "new-sign-in":
      return {
        subject: t("mail.newSignInSubject"),
        heading: t("mail.newSignInHeading"),
        body: t("mail.newSignInBody"),
        after: t("mail.newSignInAfter"),
        path: "/account/sessions",
        action: t("mail.newSignInAction"),
      };
    case "passkey-added":
      return {
        subject: t("mail.passkeyAddedSubject"),
        heading: t("mail.passkeyAddedHeading"),
        body: t("mail.passkeyAddedBody"),
        after: t("mail.passkeyAddedAfter"),
        path: "/account/security",
        action: t("mail.seePasskeys"),
      };
    case "two-factor-off":
      return {
        subject: t("mail.twoFactorOffSubject"),
        heading: t("mail.twoFactorOffHeading"),
        body: t("mail.twoFactorOffBody"),
        after: t("mail.twoFactorOffAfter"),
        path: "/account/security",
        action: t("mail.twoFactorOffAction"),
      };
    case "passkey-removed":
      return {
        subject: t("mail.passkeyRemovedSubject"),
        heading: t("mail.passkeyRemovedHeading"),
        body: t("mail.passkeyRemovedBody"),
        after: t("mail.passkeyRemovedAfter"),
        path: "/account/security",
        action: t("mail.seePasskeys"),
      };
  }
}

/** Renders the mail about a security-relevant event of an account. */
function SecurityMailBody({ message, shop }: { message: SecurityMail; shop: ShopDetails }) {
  const { template, name, at, device, ipAddress } = message;
  const { heading, body, after, path, action } = securityMailTexts(template);
  return (
    <MailLayout preview={body} heading={heading} shop={shop} foot={accountFoot(shop)}>
      <p style={text}>{name === null ? t("mail.hello") : t("mail.helloName", { name })}</p>
      <p style={text}>{body}</p>
      <Facts
        rows={[
          [t("mail.when"), utcText(at)],
          ...(device ? [[t("mail.device"), device] as const] : []),
          ...(ipAddress ? [[t("mail.networkAddress"), ipAddress] as const] : []),
        ]}
      />
      <p style={text}>{after}</p>
      <Button href={shopLink(shop, path)}>{action}</Button>
    </MailLayout>
  );
}

function securityMail(
  template: SecurityMail["template"],
  { adminLabel }: { adminLabel: string },
): MailTemplate<SecurityMail> {
  return {
    adminLabel,
    subject: () => securityMailTexts(template).subject,
    Body: SecurityMailBody,
    example: {
      template,
      name: "Mira",
      at: TIME_EXAMPLE,
      device: "Chrome on Linux",
      ipAddress: "192.0.2.1",
    },
  };
}

export const passwordChanged = securityMail("password-changed", { adminLabel: "Password changed" });
export const newSignIn = securityMail("new-sign-in", { adminLabel: "New sign-in" });
export const passkeyAdded = securityMail("passkey-added", { adminLabel: "Passkey added" });
export const passkeyRemoved = securityMail("passkey-removed", { adminLabel: "Passkey removed" });
export const twoFactorOff = securityMail("two-factor-off", { adminLabel: "Two-factor turned off" });
