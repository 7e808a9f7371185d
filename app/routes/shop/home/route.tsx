import { clientAddressContext, servicesContext } from "#app/context.ts";
import { giveAttemptsBack, secondsToWait } from "#app/limits.server.ts";
import { rememberLinkedCode } from "#app/linked-code.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { deliveryTimeIn, offersIn, packagesOf, settingsOf } from "#app/shop-cache.server.ts";
import { t } from "#messages/translate.ts";
import { codeByAddress } from "#shop/limits/limits.server.ts";
import { paymentTermsOf } from "#shop/payments/model/policy.ts";
import { findCoupon } from "#shop/promotions/coupons.server.ts";
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

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const code = url.searchParams.get("code");
  if (code !== null) return rememberCode(context, code);
  const [{ grid, promotion, others }, settings] = await Promise.all([
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
    others,
    shopName,
    supportEmail,
    texts: homeTexts(payment, offers, time),
    description: t("home.description", { paid: paidText(offers) }),
  };
}

/** A link with a code (`/?code=SPRING`): remembers the code until a package is chosen, and leads to the page without it. */
async function rememberCode(context: Route.LoaderArgs["context"], typed: string): Promise<never> {
  const { db, secure } = context.get(servicesContext);
  const now = new Date();
  const attempts = [{ limit: codeByAddress, who: context.get(clientAddressContext) }];
  if ((await secondsToWait(db, attempts, now)) > 0) throw redirect(withNotice("/", "code-unknown"));
  const found = await findCoupon(db, typed, { now });
  if (!found) throw redirect(withNotice("/", "code-unknown"));
  await giveAttemptsBack(db, attempts, now);
  const cookie = await rememberLinkedCode(found.coupon.code, { secure });
  throw redirect(withNotice("/", "code-kept"), { headers: { "set-cookie": cookie } });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { packages, promotion, supportEmail, texts } = loaderData;
  const onSale = promotion ? [...packages, promotion] : packages;
  return (
    <div className="home">
      <Hero packages={packages.length > 0 ? packages : onSale} texts={texts} />
      <Why />
      <Packages
        packages={packages}
        promotion={promotion}
        others={loaderData.others}
        prices={texts.prices}
      />
      <Faq supportEmail={supportEmail} questions={texts.questions} />
      <Closing packages={onSale} needs={texts.needs} />
    </div>
  );
}
