import { servicesContext } from "#app/context.ts";
import { packagesOf } from "#app/shop-cache.server.ts";
import { alternatesOf, languageCodes, pathIn } from "#messages/languages.ts";
import { legalPages } from "#shop/settings/legal/legal.ts";
import type { Route } from "./+types/route";

/**
 * Lists the pages that search engines may show, each in every language: https://www.sitemaps.org/protocol.html and
 * https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
export async function loader({ context }: Route.LoaderArgs) {
  const origin = context.get(servicesContext).appUrl();
  const { grid, promotion } = await packagesOf(context);
  const onSale = promotion ? [...grid, promotion] : grid;
  const paths = [
    "/",
    ...onSale.map(({ id }) => `/packages/${id}`),
    ...Object.keys(legalPages).map((page) => `/${page}`),
  ];
  const urls = paths.flatMap((path) => {
    const alternates = alternatesOf(path).map(
      ({ hrefLang, path }) =>
        `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${escapeXml(origin + path)}"/>`,
    );
    return languageCodes.map(
      (code) =>
        `<url><loc>${escapeXml(origin + pathIn(code, path))}</loc>${alternates.join("")}</url>`,
    );
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join("\n")}
</urlset>
`;
  return new Response(xml, { headers: { "content-type": "application/xml" } });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
