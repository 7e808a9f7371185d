import { formatUsd, originalPriceCents } from "#lib/money.ts";
import type { CoinPackage } from "#shop/catalog/package.ts";
import { Tag } from "#app/ui/badge.tsx";

/** What one pays and, with a discount, what it would be without. */
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
