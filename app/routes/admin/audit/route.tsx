import { servicesContext } from "#app/context.ts";
import { requireAdmin } from "#app/session.server.ts";
import { listActors, listAudit } from "#shop/audit/audit-list.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { parseAuditQuery } from "./audit-paths.ts";
import { AuditView } from "./audit-view.tsx";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Audit log", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const query = parseAuditQuery(args.url.searchParams);
  const [page, actors] = await Promise.all([
    listAudit(db, { ...query, perPage: PER_PAGE, now: new Date() }),
    listActors(db),
  ]);
  return { query, page, actors };
}

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  return <AuditView {...loaderData} />;
}
