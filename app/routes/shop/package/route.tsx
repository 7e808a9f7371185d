import { data, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { deliveryTimeIn, offersIn, packagesOf, settingsOf } from "#app/shop-cache.server.ts";
import { secondsSince } from "#lib/duration.ts";
import { formatBtc, satsForCents } from "#lib/money.ts";
import { currentCatalog } from "#messages/current";
import { money, percent } from "#messages/format.ts";
import { pathIn } from "#messages/languages.ts";
import { rich, t } from "#messages/translate.ts";
import { goodsText } from "#shop/catalog/goods.ts";
import { deliveryTimeText } from "#shop/orders/delivery-time.ts";
import { applyMargin, type QuotedRate } from "#shop/payments/prices/rate.ts";
import type { Route } from "./+types/route";
import { byWaysText, paidText } from "../method/method-labels.ts";
import { CoinCluster, CoinField, coinFieldCaption } from "#app/ui/coins.tsx";
import { COINS_PER_DISC, discCount, DISCS_PER_STACK } from "#app/ui/coins-geometry.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { previewImage, searchMeta } from "../shared/search-meta.ts";
import { BuyNow, GoodsName, Price } from "../shared/package-card.tsx";

export const handle: PageHandle = { hydrates: "never" };

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { pkg, shopName, origin } = loaderData;
  const { coins } = pkg;
  const path = `/packages/${pkg.id}`;
  const price = money(pkg.priceCents);
  const description = t("package.description", { coins, price, paid: loaderData.paid });
  return [
    ...searchMeta({ origin, path, shopName, title: goodsText({ coins }), description }),
    // https://schema.org/Product, as search engines read it.
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "Product",
        name: t("package.name", { coins }),
        description: pkg.description || description,
        image: previewImage(origin),
        sku: pkg.id,
        offers: {
          "@type": "Offer",
          price: (pkg.priceCents / 100).toFixed(2),
          priceCurrency: "USD",
          availability: `https://schema.org/${pkg.soldOut ? "SoldOut" : "InStock"}`,
          url: origin + pathIn(currentCatalog().language, path),
        },
      },
    },
  ];
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { prices, appUrl } = context.get(servicesContext);
  const { grid, promotion } = await packagesOf(context);
  const pkg = [...grid, promotion].find((one) => one?.id === params.id);
  if (!pkg) throw data(null, { status: 404 });
  const now = new Date();
  const rate = prices.current(now);
  const { shopName, rateMarginPercent } = await settingsOf(context);
  const estimate = rate && estimateAt(applyMargin(rate, rateMarginPercent), pkg.priceCents, now);
  const [offers, time] = await Promise.all([offersIn(context), deliveryTimeIn(context, now)]);
  const delivery = time && deliveryTimeText(time);
  const paysOtherwise = offers.length > 1 ? byWaysText(offers) : null;
  return {
    origin: appUrl(),
    pkg,
    estimate,
    delivery,
    shopName,
    paid: paidText(offers),
    paysOtherwise,
  };
}

interface BitcoinEstimate {
  sats: number;
  /** US cents for one bitcoin, margin included. */
  rateCents: number;
  marginBasisPoints: number;
  /** The age of the rate. */
  ageSeconds: number;
}

/** Estimates the amount of a price at this rate. Checkout fixes the exact amount. */
function estimateAt(
  { rateCents, marginBasisPoints, at }: QuotedRate,
  priceCents: number,
  now: Date,
): BitcoinEstimate {
  const sats = satsForCents(priceCents, rateCents);
  const ageSeconds = Math.round(secondsSince(at, now));
  return { sats, rateCents, marginBasisPoints, ageSeconds };
}

function stepsOf(ways: string | null) {
  return [
    { title: t("package.account"), text: t("package.accountText") },
    ways
      ? { title: t("package.pay"), text: t("package.payText", { ways }) }
      : { title: t("package.payBitcoin"), text: t("package.payBitcoinText") },
    { title: t("package.follow"), text: t("package.followText") },
  ];
}

function rateNote({ rateCents, marginBasisPoints, ageSeconds }: BitcoinEstimate): string {
  const rate = money(rateCents);
  const margin = percent(marginBasisPoints);
  const minutes = Math.floor(ageSeconds / 60);
  const hours = Math.floor(minutes / 60);
  if (marginBasisPoints > 0)
    return hours > 0
      ? t("package.rateHoursMargin", { rate, margin, hours })
      : t("package.rateMinutesMargin", { rate, margin, minutes });
  return hours > 0
    ? t("package.rateHours", { rate, hours })
    : t("package.rateMinutes", { rate, minutes });
}

function Estimate({ estimate }: { estimate: BitcoinEstimate | null }) {
  if (!estimate) {
    return <Notice tone="pending">{rich("package.noRate", { b: <b /> })}</Notice>;
  }
  return (
    <div>
      <p className="offer__key">{t("package.inBitcoin")}</p>
      <p className="offer__btc">
        {formatBtc(estimate.sats)} <Tag tone="btc">BTC</Tag>
      </p>
      <p className="offer__note num">{rateNote(estimate)}</p>
    </div>
  );
}

function Art({ coins }: { coins: number }) {
  const discs = discCount(coins);
  const many = discs > 4 * DISCS_PER_STACK;
  return (
    <figure className="offer__art deep">
      {many ? (
        <CoinField coins={coins} aspect={1.5} maxStacks={140} />
      ) : (
        <CoinCluster coins={coins} />
      )}
      <figcaption aria-hidden="true">
        {many ? `${coinFieldCaption(coins, 140)}.` : t("package.scale", { coins: COINS_PER_DISC })}
      </figcaption>
    </figure>
  );
}

export default function PackageRoute({ loaderData }: Route.ComponentProps) {
  const { pkg, estimate, delivery, paysOtherwise } = loaderData;
  return (
    <div className="container offer">
      <Link className="offer__back" to="/#packages">
        <Icon name="left" />
        {t("package.all")}
      </Link>
      <div className="offer__grid">
        <Art coins={pkg.coins} />
        <section className="card offer__card" aria-labelledby="offer">
          {pkg.popular && <p className="offer__popular">{t("goods.popular")}</p>}
          <h1 className="coin-count" id="offer">
            <GoodsName goods={pkg} />
          </h1>
          <p className="offer__desc">
            <bdi>{pkg.description}</bdi>
          </p>
          <Price pkg={pkg} />
          <hr className="stitch" />
          <Estimate estimate={estimate} />
          {delivery && <p className="offer__note">{delivery}</p>}
          <BuyNow pkg={pkg} variant="primary" size="lg" block />
        </section>
      </div>
      <div className="offer__more">
        <section aria-labelledby="get">
          <h2 className="display" id="get">
            {t("package.get")}
          </h2>
          <ul className="offer__get">
            <li>
              <Icon name="check" />
              {t("package.getCoins", { coins: pkg.coins })}
            </li>
            <li>
              <Icon name="check" />
              {t("package.getPage")}
            </li>
            <li>
              <Icon name="check" />
              {t("package.getAmount")}
            </li>
          </ul>
        </section>
        <section aria-labelledby="how">
          <h2 className="display" id="how">
            {t("package.how")}
          </h2>
          <ol className="offer__steps">
            {stepsOf(paysOtherwise).map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}
