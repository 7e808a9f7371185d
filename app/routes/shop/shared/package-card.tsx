import { Link } from "react-router";
import { formatCount } from "#lib/money.ts";
import type { CoinPackage } from "#shop/catalog/package.ts";
import { CoinCluster } from "#app/ui/coins.tsx";
import { BuyNow } from "./buy-now.tsx";
import { Price } from "./price.tsx";

export function PackageCard({ pkg }: { pkg: CoinPackage }) {
  return (
    <article className={pkg.popular ? "card pkg pkg--popular" : "card pkg"}>
      <div className="pkg__top">
        {pkg.popular && <div className="pkg__banner">MOST POPULAR</div>}
        <div className="pkg__art">
          <CoinCluster coins={pkg.coins} />
        </div>
      </div>
      <div className="pkg__body">
        <h3 className="coin-count">
          <Link to={`/packages/${pkg.id}`} prefetch="intent">
            {formatCount(pkg.coins)} <small>coins</small>
          </Link>
        </h3>
        <p className="pkg__desc">{pkg.description}</p>
        <Price pkg={pkg} />
        <BuyNow pkg={pkg} variant={pkg.popular ? "primary" : "secondary"} block />
      </div>
    </article>
  );
}
