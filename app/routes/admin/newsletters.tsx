import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { requireAdmin } from "#app/session.server.ts";
import { listNewsletters } from "#shop/newsletter/newsletters.server.ts";
import { countSubscribers } from "#shop/newsletter/subscriber-list.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/newsletters";
import { adminTitle } from "./admin-title.ts";
import { NewslettersView } from "./newsletter/newsletters-view.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Newsletter", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  return {
    newsletters: await listNewsletters(db),
    counts: await countSubscribers(db),
    open: (await readSettings(db)).marketingEmails,
  };
}

export default function NewslettersPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  return <NewslettersView {...loaderData} />;
}
