import { data } from "react-router";
import { requireAdmin } from "#app/session.server.ts";
import type { Route } from "./+types/search";

export function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  throw data(null, { status: 404 });
}
