import { href, Outlet } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { ExportButtons } from "#app/office/export-buttons.tsx";
import { ListCard } from "#app/office/list-card.tsx";
import { readSort, sortHead } from "#app/office/list-query.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { type Column, RowLink, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import {
  type CustomerFilter,
  customerFilters,
  type CustomerSort,
  type ListedCustomer,
} from "#shop/customers/customer.ts";
import { listCustomers } from "#shop/customers/customers.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { AccountStatus, tierNames } from "./account-status.tsx";
import { customerList, type CustomerListQuery, customerPath } from "./customer-list.ts";
import "./customers.css";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Customers", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = customerList.parse(args.url.searchParams);
  const { q: search, only: filter, cursor } = query;
  const what = { search, filter, cursor, ...readSort(query.sort, "since") };
  const { signal } = args.request;
  return { query, page: await listCustomers(db, { ...what, perPage: PER_PAGE, signal }) };
}

/** Lists everyone who has ordered or registered. */
export default function CustomersPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const { query, page } = loaderData;
  return (
    <>
      <PageHead
        title="Customers"
        actions={
          page.customers.length > 0 && (
            <ExportButtons
              action={`${href("/admin/customers/export")}${customerList.searchOf({ ...query, cursor: null })}`}
            />
          )
        }
      >
        Everyone who has ordered or registered
      </PageHead>
      <ListCard
        list={customerList}
        query={query}
        label="Customers"
        className="customers"
        rows={page.customers}
        keyOf={({ email }) => email}
        columns={columnsOf(query, params.email)}
        page={page}
        pagerLabels={["Previous", "Next"]}
        search={{ label: "Search customers", placeholder: "Search by email or name..." }}
        choices={{
          only: {
            label: "Show",
            all: "All customers",
            options: customerFilters.map((filter) => [filter, filterLabels[filter]]),
          },
        }}
        empty={<NoCustomers query={query} />}
      />
      <Outlet />
    </>
  );
}

const filterLabels: Record<CustomerFilter, string> = {
  bought: "Bought",
  "never-bought": "Never bought",
  blocked: "Blocked",
  newsletter: "Newsletter",
};

function columnsOf(query: CustomerListQuery, openEmail?: string): Column<ListedCustomer>[] {
  const sort = (name: CustomerSort) =>
    sortHead(readSort(query.sort, "since"), name, (sort) =>
      customerList.to({ ...query, sort: sort === "-since" ? null : sort, cursor: null }),
    );
  return [
    {
      head: "Customer",
      phone: "top",
      cell: ({ email, name }) => (
        <RowLink to={customerPath(email, query)} current={email === openEmail}>
          {name === null ? email : <TwoLines under={email}>{name}</TwoLines>}
        </RowLink>
      ),
    },
    {
      head: "Role",
      phone: "middle",
      cell: ({ accountState, verified }) => (
        <AccountStatus accountState={accountState} verified={verified} />
      ),
    },
    {
      head: "Tier",
      wideOnly: true,
      muted: ({ tier }) => tier === null,
      phone: "hidden",
      cell: ({ tier }) => (tier ? tierNames[tier] : "—"),
    },
    {
      head: "Last username",
      wideOnly: true,
      muted: ({ lastUsername }) => lastUsername === null,
      phone: "hidden",
      cell: ({ lastUsername }) => (lastUsername === null ? "—" : `@${lastUsername}`),
    },
    {
      head: "Orders",
      sort: sort("orders"),
      end: true,
      phone: "middle-end",
      cell: ({ orders }) => (
        <>
          {formatCount(orders)}
          <span className="customers__unit"> {orders === 1 ? "order" : "orders"}</span>
        </>
      ),
    },
    {
      head: "Spent",
      sort: sort("spent"),
      end: true,
      phone: "top-end",
      cell: ({ spentCents }) => formatUsd(spentCents),
    },
    {
      head: "Since",
      sort: sort("since"),
      end: true,
      muted: true,
      phone: "bottom",
      cell: ({ since }) => (
        <>
          <span className="customers__unit">Since </span>
          <Time value={since} format="date" />
        </>
      ),
    },
  ];
}

function NoCustomers({ query: { q: search, only: filter } }: { query: CustomerListQuery }) {
  if (!search && !filter) {
    return (
      <EmptyState title="No customers yet">
        Everyone who orders or registers is listed here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No customers found"
      action={<ButtonLink to={href("/admin/customers")}>Clear the search</ButtonLink>}
    >
      {search
        ? "One or two letters search the beginning of names and emails; three or more search any part."
        : "No customer matches the filter."}
    </EmptyState>
  );
}
