import { requireAdmin } from "#app/session.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/dashboard";
import { adminTitle } from "./admin-title.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Dashboard", matches);

export function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  return null;
}

export default function DashboardPage() {
  return <PageHead title="Dashboard" />;
}
