import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { ListCard } from "#app/office/list-card.tsx";
import { isFiltered, list, numberKey } from "#app/office/list-query.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { type Column, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { listActors, listAudit } from "#shop/audit/audit-list.server.ts";
import {
  type AuditEntry,
  type AuditPeriod,
  auditPeriods,
  type AuditSubject,
  auditSubjects,
} from "#shop/audit/audit.ts";
import type { Route } from "./+types/route";
import { type Role, roleNames } from "#shop/accounts/account.ts";
import { adminTitle } from "#app/root-data.ts";
import { EntryDescription } from "./entry-description.tsx";
import "./audit.css";

const PER_PAGE = 50;

const auditList = list({
  path: href("/admin/audit"),
  filters: { q: { max: 320 }, actor: { max: 320 }, kind: auditSubjects, date: auditPeriods },
  key: numberKey,
});

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Audit log", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = auditList.parse(args.url.searchParams);
  const { q: subjectId, actor, kind, date, cursor } = query;
  const what = { subjectId, actorEmail: actor || null, kind, period: date, cursor };
  const [page, actors] = await Promise.all([
    listAudit(db, { ...what, perPage: PER_PAGE, now: new Date() }),
    listActors(db),
  ]);
  return { query, page, actors };
}

const kinds: Record<AuditSubject, string> = {
  order: "Orders",
  payment: "Payments",
  bank: "Bank statements",
  package: "Packages",
  promotion: "Promotions",
  customer: "Customers",
  team: "Team",
  "gift-code": "Gift codes",
  newsletter: "Newsletter",
  settings: "Settings",
  report: "Reports",
  mail: "Emails",
  webhook: "Webhooks",
  notification: "Send to",
  "api-key": "API keys",
  shop: "The shop",
};
const periods: Record<AuditPeriod, string> = {
  today: "Today",
  week: "Last 7 days",
  month: "Last 30 days",
};

/** Lists who did what in the back office, when and from which IP address. The log is append-only. */
export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { query, page, actors } = loaderData;
  return (
    <>
      <PageHead title="Audit log">Who did what in the back office, newest first</PageHead>
      <ListCard
        list={auditList}
        query={query}
        label="Audit log"
        className="audit"
        rows={page.entries}
        keyOf={({ id }) => id}
        columns={columns}
        page={page}
        search={{
          label: "Search the audit log",
          placeholder: "Whole order ID, package ID or email...",
        }}
        choices={{
          actor: { label: "Who", all: "Everyone", options: actors.map((email) => [email, email]) },
          kind: { label: "About", all: "Everything", options: Object.entries(kinds) },
          date: { label: "When", all: "All Time", options: Object.entries(periods) },
        }}
        empty={<NoEntries filtered={isFiltered(query)} />}
      />
    </>
  );
}

const columns: Column<AuditEntry>[] = [
  { head: "When", muted: true, phone: "top-end", cell: ({ at }) => <Time value={at} /> },
  {
    head: "Who, and from where",
    phone: "top",
    cell: ({ ip, actorEmail, actorRole }) => {
      const role = actorRole && (roleNames[actorRole as Role] ?? actorRole);
      const under = [role, ip].filter(Boolean).join(", ");
      return under ? <TwoLines under={under}>{actorEmail}</TwoLines> : actorEmail;
    },
  },
  { head: "What", cell: (entry) => <EntryDescription entry={entry} /> },
];

function NoEntries({ filtered }: { filtered: boolean }) {
  if (!filtered) {
    return (
      <EmptyState title="Nothing yet">
        Every change made in the back office is recorded here, with who made it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing found"
      action={<ButtonLink to={href("/admin/audit")}>Clear the filters</ButtonLink>}
    >
      The search finds whole order IDs, package IDs and emails of customers.
    </EmptyState>
  );
}
