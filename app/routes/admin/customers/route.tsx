import { href, Outlet, useNavigation } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { requireAdmin } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SearchField, Toolbar } from "#app/ui/toolbar.tsx";
import { Cell, Column, Row, RowLink, Table, TableHead, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { CustomerQuery, CustomerSort, ListedCustomer } from "#shop/customers/customer.ts";
import { listCustomers } from "#shop/customers/customers.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { FilterForm } from "../shared/filter-form.tsx";
import { AccountStatus, tierNames } from "./account-status.tsx";
import {
  customerPath,
  customersPath,
  parseCustomerQuery,
  sortedBy,
  sortText,
} from "./customer-query.ts";
import "./customers.css";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Customers", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
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
      <PageHead title="Customers">Everyone who has ordered or registered</PageHead>
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
          </FilterForm>
        </Toolbar>
        {page.customers.length === 0 ? (
          <NoCustomers searching={query.search !== ""} />
        ) : (
          <Table label="Customers" busy={busy}>
            <TableHead>
              <Column>Customer</Column>
              <Column>Role</Column>
              <Column wideOnly>Tier</Column>
              <SortColumn by="orders" query={query}>
                Orders
              </SortColumn>
              <SortColumn by="spent" query={query}>
                Spent
              </SortColumn>
              <SortColumn by="since" query={query}>
                Since
              </SortColumn>
            </TableHead>
            <tbody>
              {page.customers.map((customer) => (
                <CustomerRow
                  key={customer.email}
                  customer={customer}
                  to={customerPath(customer.email, query)}
                  open={customer.email === params.email}
                />
              ))}
            </tbody>
          </Table>
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

interface SortColumnProps {
  by: CustomerSort;
  query: CustomerQuery;
  children: string;
}

function SortColumn({ by, query, children }: SortColumnProps) {
  const direction = query.descending ? "descending" : "ascending";
  return (
    <Column
      end
      sort={{
        to: customersPath(sortedBy(query, by)),
        direction: query.sort === by ? direction : null,
      }}
    >
      {children}
    </Column>
  );
}

interface CustomerRowProps {
  customer: ListedCustomer;
  to: string;
  open: boolean;
}

function CustomerRow({ customer, to, open }: CustomerRowProps) {
  const { email, name, accountState, verified, tier } = customer;
  return (
    <Row>
      <Cell phone="top">
        <RowLink to={to} current={open}>
          {name === null ? email : <TwoLines under={email}>{name}</TwoLines>}
        </RowLink>
      </Cell>
      <Cell phone="middle">
        <AccountStatus accountState={accountState} verified={verified} />
      </Cell>
      <Cell wideOnly muted={tier === null} phone="hidden">
        {tier ? tierNames[tier] : "—"}
      </Cell>
      <Cell end phone="middle-end">
        {formatCount(customer.orders)}
        <span className="customers__unit"> {customer.orders === 1 ? "order" : "orders"}</span>
      </Cell>
      <Cell end phone="top-end">
        {formatUsd(customer.spentCents)}
      </Cell>
      <Cell end muted phone="bottom">
        <span className="customers__unit">Since </span>
        <Time value={customer.since} format="date" />
      </Cell>
    </Row>
  );
}

function NoCustomers({ searching }: { searching: boolean }) {
  if (!searching) {
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
      One or two letters search the beginning of names and emails; three or more search any part.
    </EmptyState>
  );
}
