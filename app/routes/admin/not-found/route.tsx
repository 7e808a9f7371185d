import { data } from "react-router";
import { requireTeam } from "#app/session.server.ts";
import type { Route } from "./+types/route";

/** Responds with 404 to unknown paths below /admin; the layout's error boundary shows it. */
export function loader(args: Route.LoaderArgs): never {
  requireTeam(args);
  throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFoundPage() {
  return null;
}
