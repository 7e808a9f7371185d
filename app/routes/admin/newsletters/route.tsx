import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/facts.server.ts";
import { useLive } from "#app/live.ts";
import { requireAdmin } from "#app/session.server.ts";
import { listNewsletters } from "#shop/newsletter/newsletters.server.ts";
import { countSubscribers } from "#shop/newsletter/subscriber-list.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { NewslettersView } from "./newsletters-view.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Newsletter", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const [newsletters, counts, { marketingEmails: open }] = await Promise.all([
    listNewsletters(db),
    countSubscribers(db),
    settingsOf(args.context),
  ]);
  return { newsletters, counts, open };
}

export default function NewslettersPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  return <NewslettersView {...loaderData} />;
}
