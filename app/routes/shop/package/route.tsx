import { data, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import type { HydrationHandle } from "#app/static-page.ts";
import { deliveryTimeIn, offersIn, packagesOf, settingsOf } from "#app/shop-cache.server.ts";
import { secondsSince } from "#lib/duration.ts";
import { formatBtc, formatCount, formatUsd, satsForCents } from "#lib/money.ts";
import { deliveryTimeText } from "#shop/orders/delivery-time.ts";
import { applyMargin, type QuotedRate } from "#shop/payments/prices/rate.ts";
import type { Route } from "./+types/route";
import { paidText, waysText } from "../method/method-labels.ts";
import { CoinCluster, CoinField, coinFieldCaption } from "#app/ui/coins.tsx";
import { COINS_PER_DISC, discCount, DISCS_PER_STACK } from "#app/ui/coins-geometry.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { previewImage, searchMeta } from "../shared/search-meta.ts";
import { BuyNow, Price } from "../shared/package-card.tsx";

export const handle: HydrationHandle = { hydrates: "never" };

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { pkg, shopName, origin } = loaderData;
  const offer = `${formatCount(pkg.coins)} TikTok coins for ${formatUsd(pkg.priceCents)}`;
  const path = `/packages/${pkg.id}`;
  const description = `${offer}, paid ${loaderData.paid}.`;
  return [
    ...searchMeta({
      origin,
      path,
      shopName,
      title: `${formatCount(pkg.coins)} coins`,
      description,
    }),
    // https://schema.org/Product, as search engines read it.
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "Product",
        name: `${formatCount(pkg.coins)} TikTok coins`,
        description: pkg.description || description,
        image: previewImage(origin),
        sku: pkg.id,
        offers: {
          "@type": "Offer",
          price: (pkg.priceCents / 100).toFixed(2),
          priceCurrency: "USD",
          availability: `https://schema.org/${pkg.soldOut ? "SoldOut" : "InStock"}`,
          url: origin + path,
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
  const paysOtherwise = offers.length > 1 ? waysText(offers) : null;
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

const stepsOf = (paysOtherwise: string | null) => [
  {
    title: "Name the account",
    text: "A TikTok username and an email address. No password, no login code.",
  },
  paysOtherwise
    ? { title: "Pay your way", text: `You pay by ${paysOtherwise}, and see it arrive.` }
    : {
        title: "Pay the exact amount",
        text: "Checkout shows an address, the amount and a QR code, and holds the price for 60 minutes.",
      },
  {
    title: "Follow the order",
    text: "Its page shows the payment arriving, then the coins being sent.",
  },
];

function ageText(seconds: number): string {
  if (seconds < 60) return "less than a minute ago";
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? "an hour ago" : `${hours} hours ago`;
}

function Estimate({ estimate }: { estimate: BitcoinEstimate | null }) {
  if (!estimate) {
    return (
      <Notice tone="pending">
        <b>The Bitcoin rate is not available right now.</b> The dollar price is unchanged; checkout
        shows the Bitcoin amount as soon as a rate is available.
      </Notice>
    );
  }
  return (
    <div>
      <p className="offer__key">In Bitcoin, about</p>
      <p className="offer__btc">
        {formatBtc(estimate.sats)} <Tag tone="btc">BTC</Tag>
      </p>
      <p className="offer__note num">
        At {formatUsd(estimate.rateCents)} per BTC
        {estimate.marginBasisPoints > 0 &&
          ` (a margin of ${estimate.marginBasisPoints / 100}% included)`}
        , updated {ageText(estimate.ageSeconds)}. Checkout fixes the exact amount.
      </p>
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
        {many
          ? coinFieldCaption(coins, 140)
          : `Drawn to scale: one disc is ${COINS_PER_DISC} coins`}
        .
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
        All packages
      </Link>
      <div className="offer__grid">
        <Art coins={pkg.coins} />
        <section className="card offer__card" aria-labelledby="offer">
          {pkg.popular && <p className="offer__popular">MOST POPULAR</p>}
          <h1 className="coin-count" id="offer">
            {formatCount(pkg.coins)} <small>coins</small>
          </h1>
          <p className="offer__desc">{pkg.description}</p>
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
            What you get
          </h2>
          <ul className="offer__get">
            <li>
              <Icon name="check" />
              {formatCount(pkg.coins)} coins in the TikTok account you name
            </li>
            <li>
              <Icon name="check" />
              An order page that shows the payment and the delivery, without an account
            </li>
            <li>
              <Icon name="check" />A Bitcoin amount that is held for 60 minutes once you reach
              payment
            </li>
          </ul>
        </section>
        <section aria-labelledby="how">
          <h2 className="display" id="how">
            How it works
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
