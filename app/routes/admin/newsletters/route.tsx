import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { useLive } from "#app/live.ts";
import { requireAdmin } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Cell, Column, Row, RowLink, Table, TableHead } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import type { ListedNewsletter } from "#shop/newsletter/newsletter.ts";
import { listNewsletters } from "#shop/newsletter/newsletters.server.ts";
import { countSubscribers } from "#shop/newsletter/subscriber-list.server.ts";
import type { Route } from "./+types/route";
import { NewsletterHead, StateText } from "../newsletter/newsletter-head.tsx";
import { adminTitle } from "../shared/admin-title.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Newsletter", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
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
          <Table label="Newsletters">
            <TableHead>
              <Column>Subject</Column>
              <Column>State</Column>
              <Column end>Recipients</Column>
              <Column end>Sent</Column>
              <Column end wideOnly>
                Failed
              </Column>
              <Column>Last change</Column>
            </TableHead>
            <tbody>
              {newsletters.map((newsletter) => (
                <NewsletterRow key={newsletter.id} {...newsletter} />
              ))}
            </tbody>
          </Table>
        )}
      </Card>
    </>
  );
}

function NewsletterRow({ id, subject, state, updatedAt, progress }: ListedNewsletter) {
  const figure = (value: number) => (state === "draft" ? "—" : formatCount(value));
  return (
    <Row>
      <Cell phone="top">
        <RowLink to={href("/admin/newsletter/:id", { id: String(id) })}>{subject}</RowLink>
      </Cell>
      <Cell phone="top-end">
        <StateText state={state} />
      </Cell>
      <Cell end muted={state === "draft"} phone="hidden">
        {figure(progress.recipients)}
      </Cell>
      <Cell end muted={state === "draft"} phone={state === "draft" ? "hidden" : "bottom-end"}>
        {figure(progress.sent)}
        {state !== "draft" && <span className="newsletters__unit"> sent</span>}
      </Cell>
      <Cell end wideOnly muted={progress.failed === 0} phone="hidden">
        {figure(progress.failed)}
      </Cell>
      <Cell muted phone="bottom">
        <Time value={updatedAt} />
      </Cell>
    </Row>
  );
}
