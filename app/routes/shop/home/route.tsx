import { servicesContext } from "#app/context.ts";
import { deliveryTimeIn, offersIn, packagesOf, settingsOf } from "#app/shop-cache.server.ts";
import { paymentTermsOf } from "#shop/payments/model/policy.ts";
import type { Route } from "./+types/route";
import { homeTexts } from "./home-texts.ts";
import { paidText } from "../method/method-labels.ts";
import { searchMeta } from "../shared/search-meta.ts";
import type { ShopHandle } from "../layout/shop-frame.tsx";
import { Closing } from "./closing.tsx";
import { Faq } from "./faq.tsx";
import { Hero } from "./hero.tsx";
import { Packages } from "./packages.tsx";
import { Why } from "./why.tsx";

export const handle: ShopHandle = { deepHeader: true, hydrates: "never" };

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? searchMeta({ ...loaderData, path: "/", title: loaderData.texts.title }) : [];

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [{ grid, promotion }, settings] = await Promise.all([
    packagesOf(context),
    settingsOf(context),
  ]);
  const { shopName, supportEmail } = settings;
  const payment = paymentTermsOf(settings, services.addresses.kind);
  const [offers, time] = await Promise.all([
    offersIn(context),
    deliveryTimeIn(context, new Date()),
  ]);
  return {
    origin: services.appUrl(),
    packages: grid,
    promotion,
    shopName,
    supportEmail,
    texts: homeTexts(payment, offers, time),
    description: `Choose a package of TikTok coins, give a username, pay ${paidText(offers)} and follow the order to the account.`,
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { packages, promotion, supportEmail, texts } = loaderData;
  const onSale = promotion ? [...packages, promotion] : packages;
  return (
    <div className="home">
      <Hero packages={packages.length > 0 ? packages : onSale} texts={texts} />
      <Why />
      <Packages packages={packages} promotion={promotion} prices={texts.prices} />
      <Faq supportEmail={supportEmail} questions={texts.questions} />
      <Closing packages={onSale} needs={texts.needs} />
    </div>
  );
}
