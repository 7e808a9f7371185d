import { servicesContext } from "#app/context.ts";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { deliveryTimeIn, offersIn, settingsOf } from "#app/shop-cache.server.ts";
import { parseMarkdown } from "#lib/parse-markdown.ts";
import type { LegalPage } from "#shop/settings/legal/legal.ts";
import { t } from "#messages/translate.ts";
import type { Route } from "./+types/route";
import { legalPageText } from "./legal-facts.ts";
import { languageLinks } from "../shared/search-meta.ts";
import { LegalText } from "./legal-text.tsx";

export const handle: PageHandle = { hydrates: "never" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.title} · ${loaderData.shopName}` : "Satchel" },
  ...(loaderData ? languageLinks(loaderData) : []),
];

/** `/terms`, `/privacy` and `/refunds` share this route; its path pattern names the page. */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const { addresses, appUrl } = context.get(servicesContext);
  const settings = await settingsOf(context);
  const page = pattern.replace("/", "") as LegalPage;
  const [offers, time] = await Promise.all([
    offersIn(context),
    deliveryTimeIn(context, new Date()),
  ]);
  const text = legalPageText(page, settings, addresses.kind, offers, time);
  return {
    origin: appUrl(),
    path: `/${page}`,
    title: t(`legal.${page}`),
    shopName: settings.shopName,
    nodes: parseMarkdown(text),
  };
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return (
    <article className="container terms">
      <h1 className="display">{loaderData.title}</h1>
      <LegalText nodes={loaderData.nodes} />
    </article>
  );
}
