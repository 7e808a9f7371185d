import { servicesContext } from "#app/context.ts";
import { offersIn } from "#app/offers.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";
import { legalPageText } from "../legal/legal-facts.ts";
import { LegalView } from "../legal/legal-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Terms · ${loaderData?.shopName ?? "Satchel"}` },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { addresses } = context.get(servicesContext);
  const settings = await settingsOf(context);
  const text = legalPageText("terms", settings, addresses.kind, await offersIn(context));
  return { shopName: settings.shopName, text };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalView title="Terms" text={loaderData.text} />;
}
