import { Outlet, useParams } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { requireAdmin } from "#app/session.server.ts";
import { listCustomers } from "#shop/customers/customers.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { parseCustomerQuery } from "./customer-paths.ts";
import { CustomersView } from "./customers-view.tsx";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Customers", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const query = parseCustomerQuery(args.url.searchParams);
  const { signal } = args.request;
  return { query, page: await listCustomers(db, { ...query, perPage: PER_PAGE, signal }) };
}

/** Also when a change in the panel was refused: somebody else has made another. */
export const shouldRevalidate = () => true;

export default function CustomersPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { email } = useParams();
  return (
    <>
      <CustomersView {...loaderData} openEmail={email ?? null} />
      <Outlet />
    </>
  );
}
