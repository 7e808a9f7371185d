import { data } from "react-router";
import { requireAdmin } from "#app/session.server.ts";
import type { Route } from "./+types/route";

/** Answers unknown paths below /admin with a 404, which the layout's error boundary shows. */
export function loader(args: Route.LoaderArgs): never {
  requireAdmin(args);
  throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFoundPage() {
  return null;
}
