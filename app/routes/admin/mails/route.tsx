import { data, Form, href, redirect, useNavigation } from "react-router";
import { actorOf, requireAdmin } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData, useLive } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { type Column, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { textOf } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import type { MailMessage } from "#shop/mail/mail.ts";
import {
  discardMails,
  listUndeliveredMails,
  retryMails,
  type UndeliveredMail,
} from "#shop/operations/undelivered-mails.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import "./mails.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Emails", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  return listUndeliveredMails(db);
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const change = {
    key: form.has("key") ? textOf(form, "key") : null,
    actor: actorOf(args.context),
    now: new Date(),
  };
  const intent = textOf(form, "intent");
  if (intent !== "again" && intent !== "discard") return data({ gone: false }, { status: 400 });
  const done = await (intent === "again" ? retryMails(db, change) : discardMails(db, change));
  if (done.ok)
    throw redirect(
      withNotice(href("/admin/mails"), intent === "again" ? "mail-retried" : "mail-discarded"),
    );
  if (done.error === "forbidden") throw redirect("/");
  return data({ gone: true }, { status: 409 });
}

/** Label of each mail template. */
const mailLabels: Record<MailMessage["template"], string> = {
  "order-placed": "Order placed",
  "order-payment": "Payment of an order",
  "rest-to-pay": "Rest to pay",
  refund: "Refund",
  "order-completed": "Order completed",
  "order-failed": "Order rejected",
  "order-links": "Links to orders",
  "verify-email": "Confirm email address",
  "reset-password": "Choose a new password",
  "email-changed": "Email address changed",
  "password-changed": "Password changed",
  "new-sign-in": "New sign-in",
  "admin-order": "New order, to an administrator",
  "admin-payment": "Payment, to an administrator",
  "admin-alert": "Alert, to an administrator",
  "admin-delivery": "Late delivery, to an administrator",
  "admin-daily": "Daily summary",
  "test-mail": "Test email",
  "newsletter-confirm": "Confirm the newsletter",
  "newsletter-already": "Newsletter requested again",
  newsletter: "Newsletter, as a test",
};

/** Lists the undelivered mails, to send them again or discard them. */
export default function MailsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("admin");
  const { mails, total, failed } = loaderData;
  const sticky = useStickyActionData(actionData);
  return (
    <>
      <PageHead
        title="Emails"
        actions={
          failed > 1 && (
            <Choices
              again={`Send all ${formatCount(failed)} again`}
              discard={`Discard all ${formatCount(failed)}`}
            />
          )
        }
      >
        Emails the server rejected. Retried for 24 hours.
      </PageHead>
      {sticky?.gone && (
        <Notice tone="pending" role="alert" className="mails__notice">
          That email is no longer undelivered. Here is the current state.
        </Notice>
      )}
      <Card className="mails">
        {mails.length === 0 ? (
          <EmptyState title="All emails are delivered">
            An email the server rejects shows here, with the reason, while it is retried.
          </EmptyState>
        ) : (
          <Table
            label="Undelivered emails"
            rows={mails}
            keyOf={({ key }) => key}
            columns={columns}
          />
        )}
        {total > mails.length && (
          <p className="mails__more">And {formatCount(total - mails.length)} more.</p>
        )}
      </Card>
    </>
  );
}

const columns: Column<UndeliveredMail>[] = [
  {
    head: "Mail",
    phone: "top",
    cell: ({ to, template }) => <TwoLines under={to}>{mailLabels[template] ?? template}</TwoLines>,
  },
  {
    head: "Written",
    muted: true,
    phone: "top-end",
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    head: "What the mail server said",
    cell: (mail) => <TwoLines under={stateText(mail)}>{mail.error ?? "Nothing yet"}</TwoLines>,
  },
  {
    head: "What to do",
    headHidden: true,
    end: true,
    cell: ({ key, to, failedAt }) =>
      failedAt && <Choices mail={{ key, to }} again="Send again" discard="Discard" />,
  },
];

function stateText({ attempts, failedAt }: UndeliveredMail): string {
  // Without an attempt, it was held back after a restore: the error column says so.
  if (failedAt && attempts === 0) return "Held back";
  const count = `${formatCount(attempts)} ${attempts === 1 ? "attempt" : "attempts"}`;
  return failedAt ? `${count}, given up` : `${count}, will be retried`;
}

/** Sends one mail again or discards it; all failed ones without `mail`. */
function Choices(props: { mail?: { key: string; to: string }; again: string; discard: string }) {
  const { mail, again, discard } = props;
  const { formData } = useNavigation();
  const isThis = (formData?.get("key") ?? undefined) === mail?.key;
  const busy = (intent: string) => isThis && formData?.get("intent") === intent;
  const label = (text: string) => (mail ? `${text}: mail to ${mail.to}` : undefined);
  return (
    <Form method="post" action={href("/admin/mails")} preventScrollReset className="row">
      {mail && <input type="hidden" name="key" value={mail.key} />}
      <Button
        type="submit"
        name="intent"
        value="discard"
        size="sm"
        variant="ghost"
        busy={busy("discard")}
        aria-label={label(discard)}
      >
        {discard}
      </Button>
      <Button
        type="submit"
        name="intent"
        value="again"
        size="sm"
        variant="secondary"
        busy={busy("again")}
        aria-label={label(again)}
      >
        {again}
      </Button>
    </Form>
  );
}
