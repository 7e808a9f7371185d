import { Outlet } from "react-router";
import { requireAdmin } from "#app/session.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/orders";
import { adminTitle } from "./admin-title.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Orders", matches);

export function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  return null;
}

export default function OrdersPage() {
  return (
    <>
      <PageHead title="Orders" />
      <Outlet />
    </>
  );
}
