import type { OfferedPackage } from "#shop/catalog/package.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PackageCard, BuyNow, GoodsName, Price } from "../shared/package-card.tsx";
import { Link } from "react-router";
import { t } from "#messages/translate.ts";
import { CoinField, coinFieldCaption } from "#app/ui/coins.tsx";

/** Chooses the number of columns so that the last row has more than one card where possible. */
function gridClass(count: number): string {
  const classes = ["pkgs"];
  if (count === 1) classes.push("pkgs--one");
  else if (count === 2) classes.push("pkgs--two");
  else if (count % 4 !== 0 && (count <= 3 || count % 3 !== 1)) classes.push("pkgs--three");
  if (count > 4) classes.push("pkgs--rows");
  return classes.join(" ");
}

export interface PackagesProps {
  packages: readonly OfferedPackage[];
  promotion: OfferedPackage | null;
  /** Credit and gift codes. */
  others: readonly OfferedPackage[];
  /** The sentence on currency and payment. */
  prices: string;
}

export function Packages({ packages, promotion, others, prices }: PackagesProps) {
  const nothing = packages.length === 0 && !promotion && others.length === 0;
  return (
    <section className="sec packages" id="packages" aria-labelledby="pick">
      <div className="container">
        <div className="sec__head">
          <h2 className="display" id="pick">
            {t("home.pick")}
          </h2>
          <p>{prices}</p>
        </div>
        {packages.length > 0 && (
          <div className={gridClass(packages.length)}>
            {packages.map((pkg) => (
              <PackageCard key={pkg.id} pkg={pkg} />
            ))}
          </div>
        )}
        {promotion && <Promotion pkg={promotion} />}
        {others.length > 0 && <Others packages={others} />}
        {nothing && (
          <div className="card">
            <EmptyState
              title={t("home.nothing")}
              heading="h3"
              action={
                <ButtonLink to="/track-order" variant="primary">
                  {t("home.trackOrder")}
                </ButtonLink>
              }
            >
              {t("home.nothingText")}
            </EmptyState>
          </div>
        )}
      </div>
    </section>
  );
}

/** The promoted package on a dark card below the grid. */
function Promotion({ pkg }: { pkg: OfferedPackage }) {
  return (
    <article className="promo deep">
      <div>
        {pkg.popular && <p className="promo__popular">{t("goods.popular")}</p>}
        <h3 className="coin-count">
          <Link to={`/packages/${pkg.id}`} prefetch="intent">
            <GoodsName goods={pkg} />
          </Link>
        </h3>
        <p className="promo__text">
          <bdi>{pkg.description}</bdi>
        </p>
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

/** Gift codes and credit, below the coins. */
function Others({ packages }: { packages: readonly OfferedPackage[] }) {
  return (
    <section className="others" aria-labelledby="others">
      <h3 className="heading" id="others">
        {t("home.others")}
      </h3>
      <p className="others__about">{t("home.othersText")}</p>
      <div className={gridClass(packages.length)}>
        {packages.map((pkg) => (
          <PackageCard key={pkg.id} pkg={pkg} heading="h4" />
        ))}
      </div>
    </section>
  );
}
