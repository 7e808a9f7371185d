import { Outlet } from "react-router";
import { useKeepTyped } from "#app/keep-typed.ts";
import { requireAdmin } from "#app/session.server.ts";
import type { Route } from "./+types/route";

export const middleware: Route.MiddlewareFunction[] = [(args) => void requireAdmin(args)];

/** Without a loader the middleware would be skipped when one comes here from another page. */
export function loader() {
  return null;
}

/** Everything below is for administrators only. */
export default function AdminGuard() {
  useKeepTyped();
  return <Outlet />;
}
