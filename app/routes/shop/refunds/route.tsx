import { servicesContext } from "#app/context.ts";
import { offersIn } from "#app/offers.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";
import { legalPageText } from "../legal/legal-facts.ts";
import { LegalView } from "../legal/legal-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Refunds · ${loaderData?.shopName ?? "Satchel"}` },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { addresses } = context.get(servicesContext);
  const settings = await settingsOf(context);
  const text = legalPageText("refunds", settings, addresses.kind, await offersIn(context));
  return { shopName: settings.shopName, text };
}

export default function Refunds({ loaderData }: Route.ComponentProps) {
  return <LegalView title="Refunds" text={loaderData.text} />;
}
