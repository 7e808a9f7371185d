import { data, href, useNavigation } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { readForm } from "#app/form.server.ts";
import { useLive } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Dot, type Tone } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SearchField, Toolbar } from "#app/ui/toolbar.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/time.tsx";
import { textOf } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import { isUuid } from "#lib/text.ts";
import {
  countSubscribers,
  listSubscribers,
  removeSubscriber,
} from "#shop/newsletter/subscriber-list.server.ts";
import {
  type Subscriber,
  type SubscriberQuery,
  type SubscriberState,
  subscriberStates,
} from "#shop/newsletter/subscriber.ts";
import type { Route } from "./+types/route";
import { NewsletterHead } from "../newsletter/newsletter-head.tsx";
import { adminTitle } from "#app/root-data.ts";
import { FilterForm } from "../shared/filter-form.tsx";
import { RemoveSubscriber } from "./remove-subscriber.tsx";
import {
  parseSubscriberQuery,
  SEARCH_MAX,
  subscribersExportPath,
  subscribersPath,
} from "./subscriber-query.ts";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Subscribers", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { searchParams } = args.url;
  const query = parseSubscriberQuery(searchParams);
  const [page, counts, { marketingEmails: open }] = await Promise.all([
    listSubscribers(db, { ...query, perPage: PER_PAGE }),
    countSubscribers(db),
    settingsOf(args.context),
  ]);
  return { query, page, counts, open, removingId: searchParams.get("remove") };
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const id = textOf(form, "id");
  if (textOf(form, "intent") !== "remove" || !isUuid(id)) throw data(null, { status: 400 });
  const actor = actorOf(args.context);
  const removed = await removeSubscriber(db, { id, actor, now: new Date() });
  // Already removed by another administrator: the result is the same.
  if (!removed.ok && removed.error === "forbidden") throw redirect(href("/"));
  const list = subscribersPath(parseSubscriberQuery(args.url.searchParams));
  return redirect(withNotice(list, "subscriber-removed"));
}

const states: Record<SubscriberState, { label: string; tone?: Tone }> = {
  confirmed: { label: "Confirmed", tone: "completed" },
  pending: { label: "Not confirmed", tone: "pending" },
  unsubscribed: { label: "Unsubscribed" },
};

/** Lists all subscribers of the newsletter. */
export default function SubscribersPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { query, page, counts, open, removingId } = loaderData;
  const navigation = useNavigation();
  const list = href("/admin/newsletter/subscribers");
  const busy = navigation.state === "loading" && navigation.location.pathname === list;
  const to = (cursor: SubscriberQuery["cursor"]) => cursor && subscribersPath({ ...query, cursor });
  const all = counts.confirmed + counts.pending + counts.unsubscribed;
  const removing = page.subscribers.find(({ id }) => id === removingId);
  return (
    <>
      <NewsletterHead
        current="subscribers"
        open={open}
        sentence={
          all === 0
            ? "No subscribers yet"
            : `${formatCount(counts.confirmed)} of ${formatCount(all)} are subscribed`
        }
      />
      {removing && <RemoveSubscriber subscriber={removing} here={subscribersPath(query)} />}
      <Card className="subscribers">
        <Tabs
          label="State"
          tabs={([null, ...subscriberStates] as const).map((state) => ({
            to: subscribersPath({ ...query, state, cursor: null }),
            label: state ? states[state].label : "All",
            count: state ? counts[state] : all,
            current: query.state === state,
          }))}
        />
        <Toolbar end={all > 0 && <ExportButton query={query} />}>
          <FilterForm action={list}>
            {query.state && <input type="hidden" name="state" value={query.state} />}
            <SearchField
              name="q"
              label="Search subscribers"
              placeholder="Search by email..."
              defaultValue={query.search}
              maxLength={SEARCH_MAX}
            />
          </FilterForm>
        </Toolbar>
        {page.subscribers.length === 0 ? (
          <NoSubscribers filtered={query.search !== "" || query.state !== null} />
        ) : (
          <Table
            label="Subscribers"
            busy={busy}
            rows={page.subscribers}
            keyOf={({ id }) => id}
            columns={columnsOf(query)}
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

function ExportButton({ query }: { query: SubscriberQuery }) {
  return (
    <form method="post" action={subscribersExportPath(query)}>
      <Button type="submit" size="sm" aria-label="Export the list as CSV">
        <Icon name="download" size="sm" />
        Export
      </Button>
    </form>
  );
}

function columnsOf(query: SubscriberQuery): Column<Subscriber>[] {
  return [
    { head: "Email", phone: "top", cell: ({ email }) => email },
    {
      head: "State",
      phone: "middle",
      cell: ({ state }) => (
        <span className="newsletter-state">
          <Dot tone={states[state].tone} />
          {states[state].label}
        </span>
      ),
    },
    { head: "Page", wideOnly: true, muted: true, phone: "hidden", cell: ({ source }) => source },
    {
      head: "Signed up on",
      muted: true,
      phone: "bottom",
      cell: ({ requestedAt }) => <Time value={requestedAt} format="date" />,
    },
    {
      head: "Confirmed on",
      wideOnly: true,
      muted: true,
      phone: "hidden",
      cell: ({ confirmedAt }) => (confirmedAt ? <Time value={confirmedAt} format="date" /> : "—"),
    },
    {
      head: "Actions",
      headHidden: true,
      end: true,
      phone: "top-end",
      cell: ({ id, email }) => (
        <ButtonLink
          to={subscribersPath(query, { remove: id })}
          size="sm"
          variant="ghost"
          iconOnly
          preventScrollReset
          aria-label={`Remove ${email}`}
        >
          <Icon name="trash" size="sm" />
        </ButtonLink>
      ),
    },
  ];
}

function NoSubscribers({ filtered }: { filtered: boolean }) {
  if (!filtered)
    return (
      <EmptyState title="No subscribers yet">
        Everyone who signs up in the shop's footer is listed here.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No subscribers found"
      action={<ButtonLink to={href("/admin/newsletter/subscribers")}>Show all</ButtonLink>}
    >
      No subscriber matches the search and the state.
    </EmptyState>
  );
}
