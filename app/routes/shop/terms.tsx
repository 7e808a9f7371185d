import { servicesContext } from "#app/context.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/terms";
import { TermsView } from "./terms-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Terms · ${loaderData?.shopName ?? "Satchel"}` },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { shopName, supportEmail } = await readSettings(context.get(servicesContext).db);
  return { shopName, supportEmail };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <TermsView {...loaderData} />;
}
