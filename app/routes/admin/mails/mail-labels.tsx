import { Dot, type Tone } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import type { ListedMail, MailState } from "#shop/mail/mail-list.ts";
import type { ResendError } from "#shop/mail-sending/resend-mails.server.ts";
import "./mails.css";

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
