import type { SecurityMail, ShopDetails } from "../mail.ts";
import { accountFoot, Button, MailLayout, text } from "./layout.tsx";
import { Facts, utcText } from "./parts.tsx";

/** The texts of each security mail, and the link for reacting to it. */
export const securityMailTexts: Record<
  SecurityMail["template"],
  { subject: string; body: string; after: string; path: string; action: string }
> = {
  "password-changed": {
    subject: "Your password was changed",
    body: "The password of your account was changed, and every other browser is signed out.",
    after: "If this was you, there is nothing to do. If not, choose a new password now.",
    path: "/forgot-password",
    action: "Choose a new password",
  },
  "new-sign-in": {
    subject: "New sign-in to your account",
    body: "Someone signed in to your account from a new place.",
    after:
      "If this was you, there is nothing to do. If not, end that session and change your password.",
    path: "/account/sessions",
    action: "See where you are signed in",
  },
  "passkey-added": {
    subject: "A passkey was added to your account",
    body: "A passkey was added to your account, and can sign in to it.",
    after:
      "If this was you, there is nothing to do. If not, remove it and change your password now.",
    path: "/account/security",
    action: "See your passkeys",
  },
  "passkey-removed": {
    subject: "A passkey was removed from your account",
    body: "A passkey was removed from your account, and no longer signs in to it.",
    after: "If this was you, there is nothing to do. If not, change your password now.",
    path: "/account/security",
    action: "See your passkeys",
  },
};

/** Renders the mail about a security-relevant event of an account. */
export function SecurityMailBody({ message, shop }: { message: SecurityMail; shop: ShopDetails }) {
  const { template, name, at, device, ipAddress } = message;
  const { subject, body, after, path, action } = securityMailTexts[template];
  return (
    <MailLayout preview={body} heading={subject} shop={shop} foot={accountFoot(shop)}>
      <p style={text}>{name === null ? "Hello," : `Hello ${name},`}</p>
      <p style={text}>{body}</p>
      <Facts
        rows={[
          ["When", utcText(at)],
          ...(device ? [["With", device] as const] : []),
          ...(ipAddress ? [["From the network address", ipAddress] as const] : []),
        ]}
      />
      <p style={text}>{after}</p>
      <Button href={`${shop.appUrl}${path}`}>{action}</Button>
    </MailLayout>
  );
}
