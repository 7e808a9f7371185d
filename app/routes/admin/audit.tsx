import { requireAdmin } from "#app/session.server.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/audit";
import { adminTitle } from "./admin-title.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Audit log", matches);

export function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  return null;
}

export default function AuditPage() {
  return <PageHead title="Audit log" />;
}
