import { Outlet } from "react-router";
import { requireAccount } from "#app/session.server.ts";
import type { Route } from "./+types/route";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** Required: without a loader, client navigations skip the middleware. */
export function loader() {
  return null;
}

/** Requires a session for all child routes. */
export default function Guard() {
  return <Outlet />;
}
