import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { useLive } from "#app/live.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type Column, RowLink, Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import type { ListedNewsletter } from "#shop/newsletter/newsletter.ts";
import { listNewsletters } from "#shop/newsletter/newsletters.server.ts";
import { countSubscribers } from "#shop/newsletter/subscriber-list.server.ts";
import type { Route } from "./+types/route";
import { NewsletterHead, StateText } from "../newsletter/newsletter-head.tsx";
import { adminTitle } from "#app/root-data.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Newsletter", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const [newsletters, counts, { marketingEmails: open }] = await Promise.all([
    listNewsletters(db),
    countSubscribers(db),
    settingsOf(args.context),
  ]);
  return { newsletters, counts, open };
}

/** Lists the newsletters, drafts included. */
export default function NewslettersPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { newsletters, counts, open } = loaderData;
  const { confirmed } = counts;
  const readers = `${formatCount(confirmed)} confirmed ${confirmed === 1 ? "subscriber" : "subscribers"}`;
  return (
    <>
      <NewsletterHead current="newsletters" open={open} sentence={readers} />
      <Card className="newsletters">
        {newsletters.length === 0 ? (
          <EmptyState
            title="No newsletter yet"
            action={
              <ButtonLink to={href("/admin/newsletter/:id", { id: "new" })}>Write one</ButtonLink>
            }
          >
            It stays a draft until you send it.
          </EmptyState>
        ) : (
          <Table label="Newsletters" rows={newsletters} keyOf={({ id }) => id} columns={columns} />
        )}
      </Card>
    </>
  );
}

const isDraft = ({ state }: ListedNewsletter) => state === "draft";

function countText(newsletter: ListedNewsletter, count: number): string {
  return isDraft(newsletter) ? "—" : formatCount(count);
}

const columns: Column<ListedNewsletter>[] = [
  {
    head: "Subject",
    phone: "top",
    cell: ({ id, subject }) => (
      <RowLink to={href("/admin/newsletter/:id", { id: String(id) })}>{subject}</RowLink>
    ),
  },
  { head: "State", phone: "top-end", cell: ({ state }) => <StateText state={state} /> },
  {
    head: "Recipients",
    end: true,
    muted: isDraft,
    phone: "hidden",
    cell: (newsletter) => countText(newsletter, newsletter.progress.recipients),
  },
  {
    head: "Sent",
    end: true,
    muted: isDraft,
    phone: (newsletter) => (isDraft(newsletter) ? "hidden" : "bottom-end"),
    cell: (newsletter) => (
      <>
        {countText(newsletter, newsletter.progress.sent)}
        {!isDraft(newsletter) && <span className="newsletters__unit"> sent</span>}
      </>
    ),
  },
  {
    head: "Failed",
    end: true,
    wideOnly: true,
    muted: ({ progress }) => progress.failed === 0,
    phone: "hidden",
    cell: (newsletter) => countText(newsletter, newsletter.progress.failed),
  },
  {
    head: "Last change",
    muted: true,
    phone: "bottom",
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
];
