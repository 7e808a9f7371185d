import { Link } from "react-router";
import { formatCount } from "#lib/money.ts";
import type { CoinPackage } from "#shop/catalog/package.ts";
import { CoinField, coinFieldCaption } from "#app/ui/coins.tsx";
import { BuyNow } from "../shared/buy-now.tsx";
import { Price } from "../shared/price.tsx";

/** The one package that stands outside the grid, on the deep card. */
export function Promotion({ pkg }: { pkg: CoinPackage }) {
  return (
    <article className="promo deep">
      <div>
        {pkg.popular && <p className="promo__popular">MOST POPULAR</p>}
        <h3 className="coin-count">
          <Link to={`/packages/${pkg.id}`} prefetch="intent">
            {formatCount(pkg.coins)} <small>coins</small>
          </Link>
        </h3>
        <p className="promo__text">{pkg.description}</p>
        <div className="promo__row">
          <Price pkg={pkg} />
          <BuyNow pkg={pkg} variant="brass" size="lg" />
        </div>
      </div>
      <figure>
        <CoinField coins={pkg.coins} />
        <figcaption aria-hidden="true">{coinFieldCaption(pkg.coins)}.</figcaption>
      </figure>
    </article>
  );
}
