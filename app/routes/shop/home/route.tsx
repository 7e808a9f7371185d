import { servicesContext } from "#app/context.ts";
import { offersIn } from "#app/offers.server.ts";
import { packagesOf, settingsOf } from "#app/shop-cache.server.ts";
import { paymentTermsOf } from "#shop/payments/model/policy.ts";
import type { Route } from "./+types/route";
import { homeTexts } from "./home-texts.ts";
import { HomeView } from "./home-view.tsx";
import { paidText } from "../method/method-labels.ts";
import type { ShopHandle } from "../layout/shop-frame.tsx";

export const handle: ShopHandle = { deepHeader: true };

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.texts.title} · ${loaderData.shopName}` },
        { name: "description", content: loaderData.description },
      ]
    : [];

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [{ grid, promotion }, settings] = await Promise.all([
    packagesOf(context),
    settingsOf(context),
  ]);
  const { shopName, supportEmail } = settings;
  const payment = paymentTermsOf(settings, services.addresses.kind);
  const offers = await offersIn(context);
  return {
    packages: grid,
    promotion,
    shopName,
    supportEmail,
    texts: homeTexts(payment, offers),
    description: `Choose a package of TikTok coins, give a username, pay ${paidText(offers)} and follow the order to the account.`,
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomeView {...loaderData} />;
}
