import { servicesContext } from "#app/context.ts";
import { listPackages } from "#shop/catalog/packages.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
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
  const { db } = context.get(servicesContext);
  const { grid, promotion } = await listPackages(db);
  const { shopName, supportEmail } = await readSettings(db);
  return { packages: grid, promotion, shopName, supportEmail };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { packages, promotion, supportEmail } = loaderData;
  return <HomeView packages={packages} promotion={promotion} supportEmail={supportEmail} />;
}
