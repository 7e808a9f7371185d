import type { AccountMail, ShopDetails } from "../mail.ts";
import { accountFoot, Button, MailLayout, muted, text } from "./layout.tsx";

/** The texts of each account mail. */
export const accountMailTexts: Record<
  AccountMail["template"],
  { subject: string; body: string; action: string; after: string }
> = {
  "verify-email": {
    subject: "Confirm your email address",
    body: "Open the link to confirm that this address is yours. Orders placed with it then show in your account.",
    action: "Confirm this address",
    after:
      "The link works once, for a day. If you did not create an account or change its address, ignore this email.",
  },
  "reset-password": {
    subject: "Choose a new password",
    body: "Someone (probably you) asked to reset your password. Open the link to choose a new one.",
    action: "Choose a new password",
    after:
      "The link works once, for an hour. If you did not ask for it, ignore this email: your password stays as it is.",
  },
  "email-changed": {
    subject: "Your email address was changed",
    body: "The email address of your account was changed. If this was you, there is nothing to do.",
    action: "Undo this change",
    after:
      "The link works once, for 7 days. It restores this address and signs out every browser; you then choose a new password.",
  },
};

/** Renders a mail about an account, with its link. */
export function AccountLink({ message, shop }: { message: AccountMail; shop: ShopDetails }) {
  const { subject, body, action, after } = accountMailTexts[message.template];
  return (
    <MailLayout preview={body} heading={subject} shop={shop} foot={accountFoot(shop)}>
      <p style={text}>Hello,</p>
      <p style={text}>{body}</p>
      <Button href={message.link}>{action}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {after}
      </p>
    </MailLayout>
  );
}
