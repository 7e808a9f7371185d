import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/settings.server.ts";
import { paymentTermsOf } from "#shop/payments/policy.ts";
import type { Route } from "./+types/terms";
import { TermsView } from "./terms-view.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Terms · ${loaderData?.shopName ?? "Satchel"}` },
];

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const settings = await settingsOf(context);
  const { shopName, supportEmail } = settings;
  return { shopName, supportEmail, payment: paymentTermsOf(settings, services.addresses.kind) };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <TermsView {...loaderData} />;
}
