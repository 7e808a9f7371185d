import { data, Form, href, useNavigation } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam, safeNext } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData, useLive } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Table } from "#app/ui/table.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { SearchField, Toolbar } from "#app/ui/toolbar.tsx";
import { textOf } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import { type MailQuery, mailFilters } from "#shop/mail/mail-list.ts";
import { countMails, listMails } from "#shop/mail/mail-list.server.ts";
import { sendTestMail } from "#shop/operations/setup-list.server.ts";
import { discardMails, resendMail, retryMails } from "#shop/operations/resend-mails.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { FilterForm } from "#app/office/filter-form.tsx";
import { resendProblems } from "./mail-labels.tsx";
import { Choices, columnsOf } from "./mail-table.tsx";
import { mailsPath, parseMailQuery, SEARCH_MAX } from "./mail-query.ts";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Emails", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = parseMailQuery(args.url.searchParams);
  const [page, counts] = await Promise.all([
    listMails(db, { ...query, perPage: PER_PAGE }),
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
    throw redirect(sent.ok ? withNotice(mailsPath({}), "test-mail-sent") : mailsPath({}));
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

const stateLabels = { waiting: "Waiting", sent: "Sent", undelivered: "Not delivered" };

/** Lists the mails of the outbox, to find what somebody was sent, and to send it again. */
export default function MailsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("admin");
  const { query, page, counts } = loaderData;
  const sticky = useStickyActionData(actionData);
  const navigation = useNavigation();
  const list = href("/admin/mails");
  const busy = navigation.state === "loading" && navigation.location.pathname === list;
  const to = (cursor: MailQuery["cursor"]) => cursor && mailsPath({ ...query, cursor });
  const here = mailsPath(query);
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
      <Card className="mails">
        <Tabs
          label="State"
          tabs={([null, ...mailFilters] as const).map((state) => ({
            to: mailsPath({ ...query, state, cursor: null }),
            label: state ? stateLabels[state] : "All",
            ...((state === "waiting" || state === "undelivered") && { count: counts[state] }),
            current: query.state === state,
          }))}
        />
        <Toolbar>
          <FilterForm action={list}>
            {query.state && <input type="hidden" name="state" value={query.state} />}
            <SearchField
              name="q"
              label="Search emails"
              placeholder="Email address or order ID..."
              defaultValue={query.search}
              maxLength={SEARCH_MAX}
              autoCapitalize="none"
              spellCheck={false}
            />
            <Select
              label="Recipient"
              labelHidden
              name="to"
              size="sm"
              defaultValue={query.audience ?? ""}
            >
              <option value="">To everyone</option>
              <option value="customers">To customers</option>
              <option value="administrators">To administrators</option>
            </Select>
          </FilterForm>
        </Toolbar>
        {page.mails.length === 0 ? (
          <NoMails query={query} />
        ) : (
          <Table
            label="Emails"
            busy={busy}
            rows={page.mails}
            keyOf={({ key }) => key}
            columns={columnsOf(here)}
          />
        )}
        {(page.previous || page.next) && (
          <Pager
            from={null}
            to={null}
            total={null}
            newerTo={to(page.previous)}
            olderTo={to(page.next)}
          />
        )}
      </Card>
    </>
  );
}

function NoMails({ query }: { query: MailQuery }) {
  if (query.search || query.audience)
    return (
      <EmptyState
        title="No emails found"
        action={<ButtonLink to={mailsPath({ state: query.state })}>Clear the search</ButtonLink>}
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
