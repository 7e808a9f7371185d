import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import type { NoticeName } from "#app/notices.ts";
import { ActButton } from "#app/office/act-button.tsx";
import { act, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { ListCard } from "#app/office/list-card.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam, safeNext } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { textOf } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import { countMails, listMails } from "#shop/mail/mail-list.server.ts";
import { discardMails, resendMail, retryMails } from "#shop/mail-sending/resend-mails.server.ts";
import { sendTestMail } from "#shop/operations/setup-list.server.ts";
import type { Route } from "./+types/route";
import { resendProblems } from "./mail-labels.tsx";
import { mailList } from "./mail-list.ts";
import { Choices, columnsOf } from "./mail-table.tsx";

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

/** Leads to `next`, the page that the form is on; without it, the answer stays on that page. */
function backWith(notice: NoticeName) {
  return (_: unknown, { form }: Given) =>
    form.has("next") ? leadTo(safeNext(textOf(form, "next")), notice) : null;
}

/** Sends a test mail, sends one again, or discards it; or all that failed. */
export const action = officeAction({
  "test-mail": act({
    run: ({ services: { db }, who }) => sendTestMail(db, who),
    done: () => leadTo(mailList.path, "test-mail-sent"),
    refused: {},
  }),
  again: act({
    run: ({ services: { db, appUrl }, who, form }) =>
      resendMail(db, { ...who, key: textOf(form, "key"), appUrl: appUrl() }),
    done: backWith("mail-retried"),
    refused: resendProblems,
  }),
  "again-all": act({
    run: ({ services: { db }, who }) => retryMails(db, who),
    done: backWith("mail-retried"),
    refused: resendProblems,
  }),
  discard: act({
    run: ({ services: { db }, who, form }) =>
      discardMails(db, { ...who, key: textOf(form, "key") }),
    done: backWith("mail-discarded"),
    refused: resendProblems,
  }),
  "discard-all": act({
    run: ({ services: { db }, who }) => discardMails(db, { ...who, key: null }),
    done: backWith("mail-discarded"),
    refused: resendProblems,
  }),
});

/** Lists the mails of the outbox, to find what somebody was sent, and to send it again. */
export default function MailsPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { query, page, counts } = loaderData;
  const answer = useAnswer<typeof action>();
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
            <ActButton action={mailList.path} intent="test-mail">
              Send a test email
            </ActButton>
          </>
        }
      >
        Everything the shop has sent, except newsletters. Refused emails are retried for 24 hours.
      </PageHead>
      <AnswerNotice answer={answer} />
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
