import { Link } from "react-router";
import { count, money } from "#messages/format.ts";
import type { CoinPackage } from "#shop/catalog/package.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { columnScale } from "#app/ui/coins-geometry.ts";
import { CoinColumns } from "#app/ui/coins.tsx";
import { t } from "#messages/translate.ts";
import type { HomeTexts } from "./home-texts.ts";

/** More columns would be too thin to compare. */
const MAX_COLUMNS = 6;

function labelsClass(packages: readonly CoinPackage[]): string {
  const longest = Math.max(...packages.map((pkg) => count(pkg.coins).length));
  const tight = packages.length > 4 || longest > 6;
  return tight ? "counter__labels counter__labels--tight" : "counter__labels";
}

function scaleNote(packages: readonly CoinPackage[], scale: number): string {
  // A package below half a disc is still drawn as one, which is not to scale.
  const exact = packages.every((pkg) => pkg.coins * 2 >= scale);
  const coins = count(scale);
  return exact ? t("home.scale", { coins }) : t("home.scaleAtLeast", { coins });
}

export interface HeroProps {
  packages: readonly CoinPackage[];
  texts: Pick<HomeTexts, "title" | "lead">;
}

export function Hero({ packages, texts }: HeroProps) {
  const columns = packages.toSorted((a, b) => a.coins - b.coins).slice(0, MAX_COLUMNS);
  const scale = columnScale(columns.map((pkg) => pkg.coins));
  const onSale = columns.length > 0;

  return (
    <section className="hero deep" aria-labelledby="hero">
      <div className="container">
        <div className="hero__grid">
          <div className="hero__copy">
            <h1 className="display" id="hero">
              {texts.title}
            </h1>
            <p className="hero__lead">{texts.lead}</p>
            <div className="hero__cta">
              {onSale && (
                <ButtonLink to="#packages" variant="brass" size="lg">
                  {t("home.choose")}
                </ButtonLink>
              )}
              <ButtonLink to="/track-order" variant="on-deep" size="lg">
                {t("home.track")}
              </ButtonLink>
            </div>
          </div>
          {onSale && (
            <div className="hero__cols">
              <CoinColumns packages={columns} />
            </div>
          )}
        </div>
      </div>
      {onSale && (
        <div className="counter">
          <div className="container">
            <div className="hero__grid">
              <p className="counter__note">{scaleNote(columns, scale)}</p>
              <nav className={labelsClass(columns)} aria-label={t("home.sizes")}>
                {columns.map((pkg) => (
                  <Link key={pkg.id} to={`/packages/${pkg.id}`} prefetch="intent">
                    <b>
                      {count(pkg.coins)}
                      <span className="sr"> {t("home.coinsFor")}</span>
                    </b>{" "}
                    <span>{money(pkg.priceCents)}</span>
                  </Link>
                ))}
              </nav>
            </div>
          </div>
        </div>
      )}
    </section>
  );
}
