import { type SubmitEvent, useEffect } from "react";
import { href, Link, useFetcher, useLocation } from "react-router";
import { showNotice } from "#app/notices.ts";
import type { Answer } from "#app/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ListedMail } from "#shop/mail/mail-list.ts";
import { MailStateText, refusalText } from "./mail-labels.tsx";
import { mailList } from "./mail-list.ts";
import "./mail-section.css";

export interface MailSectionProps {
  mails: readonly ListedMail[];
  /** Their recipient; others are shown. */
  email: string;
  /** Finds them in the list of all mails. */
  search: string;
}

/** The mails of an order or a customer, in a panel. */
export function MailSection({ mails, email, search }: MailSectionProps) {
  return (
    <DrawerSection title="Emails">
      {mails.length === 0 ? (
        <p className="muted">No email has been sent.</p>
      ) : (
        <ul className="mail-lines">
          {mails.map((mail) => (
            <MailLine key={mail.key} mail={mail} email={email} />
          ))}
        </ul>
      )}
      {mails.length > 0 && (
        <p className="mail-lines__more">
          <Link className="link" to={mailList.to({ q: search })}>
            Show in Emails
          </Link>
        </p>
      )}
    </DrawerSection>
  );
}

function MailLine({ mail, email }: { mail: ListedMail; email: string }) {
  const { key, to, label, canResend } = mail;
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<Answer>();
  const refusal = refusalText(mail);
  // The response is no redirect, which React Router drops when a live page revalidates meanwhile.
  const resend = (event: SubmitEvent) => {
    event.preventDefault();
    void fetcher.submit({ intent: "again", key }, { method: "post", action: href("/admin/mails") });
  };
  useEffect(() => {
    if (fetcher.data?.message === null) showNotice("mail-retried");
  }, [fetcher.data]);
  return (
    <li>
      <span className="mail-lines__what">{label}</span>
      <span className="mail-lines__state">
        <MailStateText mail={mail} />
        {to && to.toLowerCase() !== email.toLowerCase() && ` to ${to}`}
      </span>
      {canResend && (
        <form
          method="post"
          action={href("/admin/mails")}
          onSubmit={resend}
          className="mail-lines__again"
        >
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="next" value={`${pathname}${search}`} />
          <Button
            type="submit"
            name="intent"
            value="again"
            size="sm"
            variant="ghost"
            busy={fetcher.state !== "idle"}
            aria-label={`Resend: ${label} to ${to}`}
          >
            Resend
          </Button>
        </form>
      )}
      {refusal && <span className="mail-lines__reason">{refusal}</span>}
      {fetcher.data?.message && (
        <Notice tone="pending" role="alert" className="mail-lines__reason">
          {fetcher.data.message}
        </Notice>
      )}
    </li>
  );
}
