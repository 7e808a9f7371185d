import { href, Outlet, useNavigation } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { requireTeam } from "#app/session.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Select } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SearchField, Toolbar } from "#app/ui/toolbar.tsx";
import { type Column, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import {
  type CustomerFilter,
  customerFilters,
  type CustomerQuery,
  type CustomerSort,
  type ListedCustomer,
} from "#shop/customers/customer.ts";
import { listCustomers } from "#shop/customers/customers.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { FilterForm } from "#app/office/filter-form.tsx";
import { AccountStatus, tierNames } from "./account-status.tsx";
import {
  customerPath,
  customersExportPath,
  customersPath,
  parseCustomerQuery,
  sortedBy,
  sortText,
} from "./customer-query.ts";
import "./customers.css";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Customers", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = parseCustomerQuery(args.url.searchParams);
  const { signal } = args.request;
  return { query, page: await listCustomers(db, { ...query, perPage: PER_PAGE, signal }) };
}

/** Revalidates after a failed change in the panel as well, since the list may be out of date. */
export const shouldRevalidate = () => true;

/** Lists everyone who has ordered or registered. */
export default function CustomersPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const { query, page } = loaderData;
  const navigation = useNavigation();
  const list = href("/admin/customers");
  const busy = navigation.state === "loading" && navigation.location.pathname === list;
  const to = (cursor: CustomerQuery["cursor"]) => cursor && customersPath({ ...query, cursor });
  return (
    <>
      <PageHead
        title="Customers"
        actions={page.customers.length > 0 && <ExportButtons query={query} />}
      >
        Everyone who has ordered or registered
      </PageHead>
      <Card className="customers">
        <Toolbar>
          <FilterForm action={list}>
            <input type="hidden" name="sort" value={sortText(query)} />
            <SearchField
              name="q"
              label="Search customers"
              placeholder="Search by email or name..."
              defaultValue={query.search}
              maxLength={100}
            />
            <Select
              label="Show"
              labelHidden
              name="only"
              size="sm"
              defaultValue={query.filter ?? ""}
            >
              <option value="">All customers</option>
              {customerFilters.map((filter) => (
                <option key={filter} value={filter}>
                  {filterLabels[filter]}
                </option>
              ))}
            </Select>
          </FilterForm>
        </Toolbar>
        {page.customers.length === 0 ? (
          <NoCustomers query={query} />
        ) : (
          <Table
            label="Customers"
            busy={busy}
            rows={page.customers}
            keyOf={({ email }) => email}
            columns={columnsOf(query, params.email)}
          />
        )}
        {(page.previous || page.next) && (
          <Pager
            from={null}
            to={null}
            total={null}
            labels={["Previous", "Next"]}
            newerTo={to(page.previous)}
            olderTo={to(page.next)}
          />
        )}
      </Card>
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

function ExportButtons({ query }: { query: CustomerQuery }) {
  return (
    <form method="post" action={customersExportPath(query)} className="row">
      <Button type="submit" aria-label="Export the list as CSV">
        <Icon name="download" />
        Export
      </Button>
      <Button type="submit" name="format" value="xlsx" aria-label="Excel file of the list">
        Excel
      </Button>
    </form>
  );
}

function columnsOf(query: CustomerQuery, openEmail?: string): Column<ListedCustomer>[] {
  const direction = query.descending ? ("descending" as const) : ("ascending" as const);
  const sort = (by: CustomerSort) => ({
    to: customersPath(sortedBy(query, by)),
    direction: query.sort === by ? direction : null,
  });
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

function NoCustomers({ query: { search, filter } }: { query: CustomerQuery }) {
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
