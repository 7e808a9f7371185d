import { settingsOf } from "#app/settings.server.ts";
import type { Route } from "./+types/privacy";
import { PrivacyView } from "./privacy-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Privacy · ${loaderData?.shopName ?? "Satchel"}` },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { shopName, supportEmail } = await settingsOf(context);
  return { shopName, supportEmail };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <PrivacyView {...loaderData} />;
}
