import type { ReactNode } from "react";
import { Link, Form, useNavigation } from "react-router";
import { formatCount, formatUsd, originalPriceCents } from "#lib/money.ts";
import type { CoinPackage, OfferedPackage } from "#shop/catalog/package.ts";
import { CoinCluster } from "#app/ui/coins.tsx";
import { type ButtonLook, Button } from "#app/ui/button.tsx";
import { Tag } from "#app/ui/badge.tsx";

export function PackageCard({ pkg }: { pkg: OfferedPackage }) {
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

export interface BuyNowProps extends ButtonLook {
  pkg: Pick<CoinPackage, "id" | "coins"> & { soldOut?: boolean };
  /** The label, if it is not Buy Now. */
  children?: ReactNode;
}

/** The Buy Now button. A form that selects the package and leads to checkout, without JavaScript, too. */
export function BuyNow({ pkg, children, ...look }: BuyNowProps) {
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === "select" && formData.get("packageId") === pkg.id;
  if (pkg.soldOut)
    return (
      <Button {...look} disabled>
        <span>
          Sold out<span className="sr">, {formatCount(pkg.coins)} coins</span>
        </span>
      </Button>
    );
  return (
    <Form method="post" action="/checkout">
      <input type="hidden" name="intent" value="select" />
      <input type="hidden" name="packageId" value={pkg.id} />
      <Button {...look} type="submit" busy={busy}>
        {children ?? (
          <span>
            Buy Now<span className="sr">, {formatCount(pkg.coins)} coins</span>
          </span>
        )}
      </Button>
    </Form>
  );
}

/** The price and, with a discount, the original price. */
export function Price({ pkg }: { pkg: Pick<CoinPackage, "priceCents" | "discount"> }) {
  const original = pkg.discount > 0 ? originalPriceCents(pkg.priceCents, pkg.discount) : null;
  return (
    <p className="price">
      <b>{formatUsd(pkg.priceCents)}</b>
      {original !== null && (
        <s>
          <span className="sr">Original price </span>
          {formatUsd(original)}
        </s>
      )}
      {pkg.discount > 0 && <Tag>{pkg.discount}% off</Tag>}
    </p>
  );
}
