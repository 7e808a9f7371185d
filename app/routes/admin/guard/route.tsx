import { Outlet } from "react-router";
import { requireAdmin } from "#app/session.server.ts";
import type { Route } from "./+types/route";

export const middleware: Route.MiddlewareFunction[] = [(args) => void requireAdmin(args)];

/** Makes client-side navigations run the middleware, which is skipped for a route without a loader. */
export function loader() {
  return null;
}

/** Restricts all routes below it to administrators. */
export default function AdminGuard() {
  return <Outlet />;
}
