import { data, Form } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam, safeNext } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData, useLive } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { ListCard } from "#app/office/list-card.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { textOf } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import { countMails, listMails } from "#shop/mail/mail-list.server.ts";
import { sendTestMail } from "#shop/operations/setup-list.server.ts";
import { discardMails, resendMail, retryMails } from "#shop/operations/resend-mails.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { resendProblems } from "./mail-labels.tsx";
import { Choices, columnsOf } from "./mail-table.tsx";
import { mailList } from "./mail-list.ts";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Emails", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = mailList.parse(args.url.searchParams);
  const { q: search, state, to: audience, cursor } = query;
  const [page, counts] = await Promise.all([
    listMails(db, { search, state, audience, cursor, perPage: PER_PAGE }),
    countMails(db),
  ]);
  return { query, page, counts };
}

/**
 * Sends a test mail, or a mail again, or discards it; without a key, all that failed. Redirects to `next`, the page that the form is on;
 * without it, the response is the problem, or null.
 */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db, appUrl } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const key = form.has("key") ? textOf(form, "key") : null;
  const by = { actor: actorOf(args.context), now: new Date() };
  const intent = textOf(form, "intent");
  if (intent === "test-mail") {
    const sent = await sendTestMail(db, by);
    throw redirect(sent.ok ? withNotice(mailList.to({}), "test-mail-sent") : mailList.to({}));
  }
  if (intent !== "again" && intent !== "discard") return data({ problem: null }, { status: 400 });
  const change = () => {
    if (intent === "discard") return discardMails(db, { ...by, key });
    return key === null ? retryMails(db, by) : resendMail(db, { ...by, key, appUrl: appUrl() });
  };
  const done = await change();
  if (done.ok) {
    if (!form.has("next")) return data({ problem: null }, { status: 202 });
    const notice = intent === "again" ? "mail-retried" : "mail-discarded";
    throw redirect(withNotice(safeNext(textOf(form, "next")), notice));
  }
  if (done.error === "forbidden") throw redirect("/");
  return data({ problem: resendProblems[done.error] }, { status: 409 });
}

/** Lists the mails of the outbox, to find what somebody was sent, and to send it again. */
export default function MailsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("admin");
  const { query, page, counts } = loaderData;
  const sticky = useStickyActionData(actionData);
  const here = mailList.to(query);
  return (
    <>
      <PageHead
        title="Emails"
        actions={
          <>
            {counts.failed > 1 && (
              <Choices
                next={here}
                again={`Send all ${formatCount(counts.failed)} again`}
                discard={`Discard all ${formatCount(counts.failed)}`}
              />
            )}
            <Form method="post">
              <Button type="submit" name="intent" value="test-mail" variant="secondary">
                Send a test email
              </Button>
            </Form>
          </>
        }
      >
        Everything the shop has sent, except newsletters. Refused emails are retried for 24 hours.
      </PageHead>
      {sticky?.problem && (
        <Notice tone="pending" role="alert" className="mails__notice">
          {sticky.problem}
        </Notice>
      )}
      <ListCard
        list={mailList}
        query={query}
        label="Emails"
        className="mails"
        rows={page.mails}
        keyOf={({ key }) => key}
        columns={columnsOf(here)}
        page={page}
        tabs={{
          label: "State",
          filter: "state",
          options: [
            [null, "All"],
            ["waiting", "Waiting", counts.waiting],
            ["sent", "Sent"],
            ["undelivered", "Not delivered", counts.undelivered],
          ],
        }}
        search={{ label: "Search emails", placeholder: "Email address or order ID..." }}
        choices={{
          to: {
            label: "Recipient",
            all: "To everyone",
            options: [
              ["customers", "To customers"],
              ["administrators", "To administrators"],
            ],
          },
        }}
        empty={<NoMails query={query} />}
      />
    </>
  );
}

function NoMails({ query }: { query: ReturnType<typeof mailList.parse> }) {
  if (query.q || query.to)
    return (
      <EmptyState
        title="No emails found"
        action={<ButtonLink to={mailList.to({ state: query.state })}>Clear the search</ButtonLink>}
      >
        Search by the beginning of an email address, or by a whole order ID.
      </EmptyState>
    );
  if (query.state === "undelivered")
    return (
      <EmptyState title="All emails are delivered">
        An email the server rejects shows here, with the reason, while it is retried.
      </EmptyState>
    );
  return (
    <EmptyState title={query.state === "waiting" ? "No email is waiting" : "No emails yet"}>
      Emails about orders and accounts are listed here, with what became of them.
    </EmptyState>
  );
}
