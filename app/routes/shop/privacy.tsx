import { servicesContext } from "#app/context.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/privacy";
import { PrivacyView } from "./privacy-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Privacy · ${loaderData?.shopName ?? "Satchel"}` },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { shopName, supportEmail } = await readSettings(context.get(servicesContext).db);
  return { shopName, supportEmail };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <PrivacyView {...loaderData} />;
}
