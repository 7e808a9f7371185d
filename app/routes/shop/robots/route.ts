import { servicesContext } from "#app/context.ts";
import { languageCodes, languages, pathIn } from "#messages/languages.ts";
import type { Route } from "./+types/route";

/** Paths whose pages belong to one visitor. */
const OF_ONE_VISITOR = ["/checkout", "/track-order"];
const NOT_INDEXED = [...OF_ONE_VISITOR, "/sandbox", "/language"];

/** Names the sitemap, whose address must be absolute: https://www.sitemaps.org/protocol.html#submit_robots */
export function loader({ context }: Route.LoaderArgs) {
  const { appUrl } = context.get(servicesContext);
  const lines = [
    "User-agent: *",
    ...NOT_INDEXED.map((path) => `Disallow: ${path}`),
    ...languageCodes
      .filter((code) => languages[code].prefix)
      .flatMap((code) => OF_ONE_VISITOR.map((path) => `Disallow: ${pathIn(code, path)}`)),
    "",
    `Sitemap: ${appUrl()}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain" } });
}
