import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { act, leadTo, officeAction } from "#app/office/acts.server.ts";
import { ConfirmAct } from "#app/office/confirm-act.tsx";
import { ListCard } from "#app/office/list-card.tsx";
import { isFiltered } from "#app/office/list-query.ts";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { Dot, type Tone } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Column } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { textOf } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import { err, ok } from "#lib/result.ts";
import { isUuid } from "#lib/text.ts";
import {
  countSubscribers,
  listSubscribers,
  removeSubscriber,
} from "#shop/newsletter/subscriber-list.server.ts";
import {
  type Subscriber,
  type SubscriberState,
  subscriberStates,
} from "#shop/newsletter/subscriber.ts";
import type { Route } from "./+types/route";
import { NewsletterHead } from "../newsletter/newsletter-head.tsx";
import { subscriberList } from "./subscriber-list.ts";

const PER_PAGE = 50;

type Query = ReturnType<typeof subscriberList.parse>;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Subscribers", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = subscriberList.parse(args.url.searchParams);
  const { q: search, state, cursor } = query;
  const [page, counts, { marketingEmails: open }] = await Promise.all([
    listSubscribers(db, { search, state, cursor, perPage: PER_PAGE }),
    countSubscribers(db),
    settingsOf(args.context),
  ]);
  return { query, page, counts, open };
}

export const action = officeAction({
  remove: act({
    run: async ({ services: { db }, who, form }) => {
      const id = textOf(form, "id");
      const removed = isUuid(id) ? await removeSubscriber(db, { ...who, id }) : err("not-found");
      // Another administrator may have removed it already: the result is the same.
      return !removed.ok && removed.error === "not-found" ? ok(undefined) : removed;
    },
    done: (_, { url }) =>
      leadTo(subscriberList.to(subscriberList.parse(url.searchParams)), "subscriber-removed"),
    refused: {},
  }),
});

const states: Record<SubscriberState, { label: string; tone?: Tone }> = {
  confirmed: { label: "Confirmed", tone: "completed" },
  pending: { label: "Not confirmed", tone: "pending" },
  unsubscribed: { label: "Unsubscribed" },
};

/** Lists all subscribers of the newsletter. */
export default function SubscribersPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { query, page, counts, open } = loaderData;
  const all = counts.confirmed + counts.pending + counts.unsubscribed;
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
      <ListCard
        list={subscriberList}
        query={query}
        label="Subscribers"
        className="subscribers"
        rows={page.subscribers}
        keyOf={({ id }) => id}
        columns={columnsOf(query)}
        page={page}
        tabs={{
          label: "State",
          filter: "state",
          options: [
            [null, "All", all],
            ...subscriberStates.map(
              (state) => [state, states[state].label, counts[state]] as const,
            ),
          ],
        }}
        search={{ label: "Search subscribers", placeholder: "Search by email..." }}
        end={all > 0 && <ExportButton query={query} />}
        empty={<NoSubscribers filtered={isFiltered(query)} />}
      />
    </>
  );
}

function ExportButton({ query }: { query: Query }) {
  return (
    <form
      method="post"
      action={`${href("/admin/newsletter/subscribers/export")}${subscriberList.searchOf({ ...query, cursor: null })}`}
    >
      <Button type="submit" size="sm" aria-label="Export the list as CSV">
        <Icon name="download" size="sm" />
        Export
      </Button>
    </form>
  );
}

function columnsOf(query: Query): Column<Subscriber>[] {
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
        <ConfirmAct
          variant="ghost"
          size="sm"
          iconOnly
          name={`Remove ${email}`}
          title="Remove this subscriber?"
          question={`${email} gets no more newsletters and is removed from the list. They can subscribe again.`}
          confirm="Remove"
          decline="Keep"
          action={subscriberList.to(query)}
          intent="remove"
          values={{ id }}
        >
          <Icon name="trash" size="sm" />
        </ConfirmAct>
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
