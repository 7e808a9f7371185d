import { data } from "react-router";
import { requireAdmin } from "#app/session.server.ts";
import type { Route } from "./+types/route";

/** Any address below /admin that no other route knows: the layout's error boundary says so. */
export function loader(args: Route.LoaderArgs): never {
  requireAdmin(args);
  throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFoundPage() {
  return null;
}
