import { servicesContext } from "#app/context.ts";
import { packagesOf } from "#app/shop-cache.server.ts";
import { legalPages } from "#shop/settings/legal/legal.ts";
import type { Route } from "./+types/route";

/** Lists the pages that search engines may show: https://www.sitemaps.org/protocol.html */
export async function loader({ context }: Route.LoaderArgs) {
  const origin = context.get(servicesContext).appUrl();
  const { grid, promotion } = await packagesOf(context);
  const onSale = promotion ? [...grid, promotion] : grid;
  const paths = [
    "/",
    ...onSale.map(({ id }) => `/packages/${id}`),
    ...Object.keys(legalPages).map((page) => `/${page}`),
  ];
  const urls = paths.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  return new Response(xml, { headers: { "content-type": "application/xml" } });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
