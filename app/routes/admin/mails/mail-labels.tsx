import { Dot, type Tone } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import type { MailMessage } from "#shop/mail/mail.ts";
import type { ListedMail, MailState } from "#shop/mail/mail-list.ts";
import type { ResendError } from "#shop/mail-sending/resend-mails.server.ts";
import "./mails.css";

/** Label of each mail template. */
export const mailLabels: Record<MailMessage["template"], string> = {
  "order-placed": "Order placed",
  "order-payment": "Payment of an order",
  "rest-to-pay": "Rest to pay",
  refund: "Refund",
  "order-completed": "Order completed",
  "order-failed": "Order rejected",
  "order-message": "Message about an order",
  "order-act": "Change on an order's page",
  "order-consent": "Consent to an order's delivery",
  "order-withdrawal": "Withdrawal received",
  "gift-code": "Gift code",
  "order-links": "Links to orders",
  "verify-email": "Confirm email address",
  "reset-password": "Choose a new password",
  "email-changed": "Email address changed",
  invitation: "Invitation to the team",
  "password-changed": "Password changed",
  "new-sign-in": "New sign-in",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "two-factor-asked": "Turning off two-factor",
  "two-factor-off": "Two-factor turned off",
  "admin-order": "New order, to an administrator",
  "admin-payment": "Payment, to an administrator",
  "admin-alert": "Alert, to an administrator",
  "admin-delivery": "Late delivery, to an administrator",
  "admin-message": "Message of a buyer, to an administrator",
  "admin-withdrawal": "Withdrawal of a buyer, to an administrator",
  "admin-daily": "Daily summary",
  "test-mail": "Test email",
  "newsletter-confirm": "Confirm the newsletter",
  "newsletter-already": "Newsletter requested again",
  newsletter: "Newsletter",
};

const states: Record<MailState, { label: string; tone: Tone }> = {
  waiting: { label: "Waiting", tone: "pending" },
  sent: { label: "Sent", tone: "completed" },
  refused: { label: "Refused since", tone: "pending" },
  failed: { label: "Given up", tone: "rejected" },
};

/** State of a mail, with its time. */
export function MailStateText({ mail }: { mail: ListedMail }) {
  const { state, at, attempts } = mail;
  // Without an attempt, it was held back after a restore: the reason says so.
  const label = state === "failed" && attempts === 0 ? "Held back" : states[state].label;
  return (
    <span className="mail-state">
      <Dot tone={states[state].tone} />
      <span>
        {label} <Time value={at} format="short" />
      </span>
    </span>
  );
}

/** Returns why a mail is not sent, with the number of attempts; null if nothing refused it. */
export function refusalText({ error, attempts, state }: ListedMail): string | null {
  if (error === null || state === "sent" || state === "waiting") return null;
  if (attempts === 0) return error;
  const count = `${formatCount(attempts)} ${attempts === 1 ? "attempt" : "attempts"}`;
  return `${error} (${count}${state === "refused" ? ", will be retried" : ""})`;
}

/** What the screen says when a mail could not be sent again. */
export const resendProblems: Record<Exclude<ResendError, "forbidden">, string> = {
  "not-found": "That email is no longer undelivered. Here is the current state.",
  "on-its-way": "That email is on its way already.",
  blocked: "This customer is blocked. Unblock the account to send them emails.",
  limited: "This address was sent five emails again within an hour. Please wait a while.",
  "no-account": "This address has no account with something to confirm. Nothing was sent.",
  "no-invitation":
    "This invitation was accepted, revoked or sent again since. Nothing was sent: see Team.",
  "no-order": "The order was deleted. Nothing was sent.",
  outdated:
    "The order has moved on since, and the email would be wrong today. Nothing was sent: send the newest one of this order.",
};
