import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/settings.server.ts";
import { listPackages } from "#shop/catalog/packages.server.ts";
import { paymentTermsOf } from "#shop/payments/policy.ts";
import type { Route } from "./+types/home";
import { HomeView } from "./home-view.tsx";
import type { ShopHandle } from "./shop-frame.tsx";

export const handle: ShopHandle = { deepHeader: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `TikTok coins, paid for in Bitcoin · ${loaderData?.shopName ?? "Satchel"}` },
  {
    name: "description",
    content:
      "Choose a package of TikTok coins, give a username, pay in Bitcoin and follow the order to the account.",
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [{ grid, promotion }, settings] = await Promise.all([
    listPackages(services.db),
    settingsOf(context),
  ]);
  const { shopName, supportEmail } = settings;
  const payment = paymentTermsOf(settings, services.addresses.kind);
  return { packages: grid, promotion, shopName, supportEmail, payment };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomeView {...loaderData} />;
}
