import { requireAdmin } from "#app/session.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/packages";
import { adminTitle } from "./admin-title.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Packages", matches);

export function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  return null;
}

export default function PackagesPage() {
  return <PageHead title="Packages" />;
}
