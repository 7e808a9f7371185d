import { href, useNavigation } from "react-router";
import { servicesContext } from "#app/context.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SearchField, Toolbar } from "#app/ui/toolbar.tsx";
import { Select } from "#app/ui/field.tsx";
import { type Column, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { listActors, listAudit } from "#shop/audit/audit-list.server.ts";
import type { AuditEntry, AuditPeriod, AuditQuery, AuditSubject } from "#shop/audit/audit.ts";
import type { Route } from "./+types/route";
import { type Role, roleNames } from "#shop/accounts/account.ts";
import { adminTitle } from "#app/root-data.ts";
import { FilterForm } from "../shared/filter-form.tsx";
import { auditPath, parseAuditQuery } from "./audit-query.ts";
import { EntryDescription } from "./entry-description.tsx";
import "./audit.css";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Audit log", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = parseAuditQuery(args.url.searchParams);
  const [page, actors] = await Promise.all([
    listAudit(db, { ...query, perPage: PER_PAGE, now: new Date() }),
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
const periods: Record<Exclude<AuditPeriod, "all">, string> = {
  today: "Today",
  week: "Last 7 days",
  month: "Last 30 days",
};

/** Lists who did what in the back office, when and from which IP address. The log is append-only. */
export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { query, page, actors } = loaderData;
  const navigation = useNavigation();
  const list = href("/admin/audit");
  const busy = navigation.state === "loading" && navigation.location.pathname === list;
  const to = (cursor: AuditQuery["cursor"]) => cursor && auditPath({ ...query, cursor });
  const filtered =
    query.subjectId !== "" ||
    query.actorEmail !== null ||
    query.kind !== null ||
    query.period !== "all";
  return (
    <>
      <PageHead title="Audit log">Who did what in the back office, newest first</PageHead>
      <Card className="audit">
        <Toolbar>
          <FilterForm action={list}>
            <SearchField
              name="q"
              label="Search the audit log"
              placeholder="Whole order ID, package ID or email..."
              defaultValue={query.subjectId}
              maxLength={320}
            />
            <Choice label="Who" name="actor" value={query.actorEmail} all="Everyone">
              {actors.map((email) => [email, email])}
            </Choice>
            <Choice label="About" name="kind" value={query.kind} all="Everything">
              {Object.entries(kinds)}
            </Choice>
            <Choice label="When" name="date" value={query.period} all="All Time">
              {Object.entries(periods)}
            </Choice>
          </FilterForm>
        </Toolbar>
        {page.entries.length === 0 ? (
          <NoEntries filtered={filtered} />
        ) : (
          <Table
            label="Audit log"
            busy={busy}
            rows={page.entries}
            keyOf={({ id }) => id}
            columns={columns}
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

interface ChoiceProps {
  label: string;
  name: string;
  value: string | null;
  /** Label of the empty choice. */
  all: string;
  children: readonly (readonly [value: string, text: string])[];
}

function Choice({ label, name, value, all, children }: ChoiceProps) {
  const known = children.some(([one]) => one === value);
  return (
    <Select
      label={label}
      labelHidden
      size="sm"
      name={name}
      defaultValue={known ? (value ?? "") : ""}
    >
      <option value="">{all}</option>
      {children.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </Select>
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
