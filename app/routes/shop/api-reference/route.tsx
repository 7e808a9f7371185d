import { apiReference } from "#app/api/reference.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";
import { ApiView } from "./api-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `API · ${loaderData?.shopName ?? "Satchel"}` },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { shopName } = await settingsOf(context);
  return { shopName, reference: apiReference(url.origin) };
}

export default function Api({ loaderData }: Route.ComponentProps) {
  return <ApiView {...loaderData.reference} />;
}
