import { servicesContext } from "#app/context.ts";
import type { Route } from "./+types/route";

/** Paths whose pages belong to one visitor, and the sandbox. */
const NOT_INDEXED = ["/checkout", "/track-order", "/sandbox"];

/** Names the sitemap, whose address must be absolute: https://www.sitemaps.org/protocol.html#submit_robots */
export function loader({ context }: Route.LoaderArgs) {
  const { appUrl } = context.get(servicesContext);
  const lines = [
    "User-agent: *",
    ...NOT_INDEXED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${appUrl()}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain" } });
}
