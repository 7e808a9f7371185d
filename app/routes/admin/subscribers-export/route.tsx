import { href } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { tableFile } from "#app/table-file.server.ts";
import { exportSubscribers, subscriberHead } from "#shop/newsletter/subscriber-list.server.ts";
import type { Route } from "./+types/route";
import { subscriberList } from "../subscribers/subscriber-list.ts";

/** Redirects a GET to the list: exports are audited and need a POST. */
export function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  throw redirect(href("/admin/newsletter/subscribers"));
}

/** Streams the subscribers that match the search parameters as CSV. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { q: search, state } = subscriberList.parse(args.url.searchParams);
  const now = new Date();
  const result = await exportSubscribers(db, {
    what: { search, state },
    actor: actorOf(args.context),
    now,
  });
  if (!result.ok) throw redirect("/");
  return tableFile("csv", `subscribers-${now.toISOString().slice(0, 10)}`, {
    head: subscriberHead,
    batches: result.value,
  });
}
