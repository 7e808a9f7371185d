import { data, href, redirect } from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/facts.server.ts";
import { readForm } from "#app/form.server.ts";
import { useLive } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { isUuid } from "#lib/uuid.ts";
import {
  countSubscribers,
  listSubscribers,
  removeSubscriber,
} from "#shop/newsletter/subscriber-list.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { parseSubscriberQuery, subscribersPath } from "./subscriber-paths.ts";
import { SubscribersView } from "./subscribers-view.tsx";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Subscribers", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const { searchParams } = args.url;
  const query = parseSubscriberQuery(searchParams);
  const [page, counts, { marketingEmails: open }] = await Promise.all([
    listSubscribers(db, { ...query, perPage: PER_PAGE }),
    countSubscribers(db),
    settingsOf(args.context),
  ]);
  return { query, page, counts, open, removingId: searchParams.get("remove") };
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const id = textOf(form, "id");
  if (textOf(form, "intent") !== "remove" || !isUuid(id)) throw data(null, { status: 400 });
  const actor = actorOf(args.context);
  const removed = await removeSubscriber(db, { id, actor, now: new Date() });
  // Somebody else has removed them meanwhile: that is what was wanted.
  if (!removed.ok && removed.error === "forbidden") throw redirect(href("/"));
  const list = subscribersPath(parseSubscriberQuery(args.url.searchParams));
  return redirect(withNotice(list, "subscriber-removed"));
}

export default function SubscribersPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  return <SubscribersView {...loaderData} />;
}
