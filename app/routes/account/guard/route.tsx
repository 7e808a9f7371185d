import { Outlet } from "react-router";
import { useFormDraft } from "#app/form-draft.ts";
import { requireAccount } from "#app/session.server.ts";
import type { Route } from "./+types/route";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** Without a loader the middleware would be skipped when one comes here from another page. */
export function loader() {
  return null;
}

/** Everything below is for signed-in users only. */
export default function Guard() {
  useFormDraft();
  return <Outlet />;
}
