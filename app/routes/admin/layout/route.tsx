import { href, isRouteErrorResponse, Outlet, useRouteLoaderData } from "react-router";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { ErrorMessage } from "#app/routes/errors/error-message.tsx";
import { version } from "#lib/version.ts";
import { readNotificationCursor } from "#shop/orders/order-notifications.server.ts";
import { mayOpen } from "#shop/accounts/access.ts";
import { countDecisions } from "#shop/payments/review/review-list.server.ts";
import { countToDeliver } from "#shop/reports/open-work.server.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { LiveFallback } from "#app/ui/live-fallback.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useDesktopNotifications } from "../notifications/use-desktop-notifications.ts";
import { QuickSearch } from "../search/quick-search.tsx";
import type { Route } from "./+types/route";
import { AdminFrame } from "./admin-frame.tsx";
import "./admin.css";

/** Restricts all routes below it to those of the team who may open them. Navigations run it, since the layout has a loader. */
export const middleware: Route.MiddlewareFunction[] = [(args) => void requireTeam(args)];

/** Lets the back office be installed as an app. */
export const links: Route.LinksFunction = () => [
  { rel: "manifest", href: href("/admin.webmanifest") },
];

export async function loader(args: Route.LoaderArgs) {
  const { name, email, role } = requireTeam(args).account;
  const { db } = args.context.get(servicesContext);
  const [{ desktopNotifications }, reviews, { toDeliver }] = await Promise.all([
    settingsOf(args.context),
    mayOpen(role, "/admin/review") ? countDecisions(db) : 0,
    mayOpen(role, "/admin/deliver") ? countToDeliver(db) : { toDeliver: 0 },
  ]);
  const notifies = desktopNotifications && mayOpen(role, "/admin/notifications");
  return {
    account: { name, email },
    version,
    waiting: { "/admin/deliver": toDeliver, "/admin/review": reviews },
    notificationCursor: notifies ? await readNotificationCursor(db) : null,
  };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useDesktopNotifications(loaderData.notificationCursor);
  return (
    <AdminFrame
      account={loaderData.account}
      waiting={loaderData.waiting}
      version={loaderData.version}
      quickSearch={<QuickSearch />}
    >
      <LiveFallback topic="admin" />
      <Outlet />
    </AdminFrame>
  );
}

/** Shows errors inside the frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("routes/admin/layout/route");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <AdminFrame account={data?.account ?? null} version={data?.version ?? null}>
      {missing ? <Missing /> : <ErrorMessage error={error} />}
    </AdminFrame>
  );
}

function Missing() {
  return (
    <EmptyState
      heading="h1"
      title="Page Not Found"
      action={
        <ButtonLink to="/admin" variant="primary">
          To the dashboard
        </ButtonLink>
      }
    >
      The back office has no page at this address.
    </EmptyState>
  );
}
