import type { ReactNode } from "react";
import { Link, Form, useNavigation } from "react-router";
import { approximately, money, percent } from "#messages/format.ts";
import { rich, t } from "#messages/translate.ts";
import { originalPriceCents } from "#lib/money.ts";
import type { CoinPackage, OfferedPackage } from "#shop/catalog/package.ts";
import { type Goods, goodsText } from "#shop/catalog/goods.ts";
import { type ButtonLook, Button } from "#app/ui/button.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { GoodsArt } from "./goods-art.tsx";

interface PackageCardProps {
  pkg: OfferedPackage;
  heading?: "h3" | "h4";
}

export function PackageCard({ pkg, heading: Heading = "h3" }: PackageCardProps) {
  return (
    <article className={pkg.popular ? "card pkg pkg--popular" : "card pkg"}>
      <div className="pkg__top">
        {pkg.popular && <div className="pkg__banner">{t("goods.popular")}</div>}
        <div className="pkg__art">
          <GoodsArt goods={pkg} />
        </div>
      </div>
      <div className="pkg__body">
        <Heading className="coin-count">
          {pkg.kind ? (
            <GoodsName goods={pkg} />
          ) : (
            <Link to={`/packages/${pkg.id}`} prefetch="intent">
              <GoodsName goods={pkg} />
            </Link>
          )}
        </Heading>
        <p className="pkg__desc">
          <bdi>{pkg.description}</bdi>
        </p>
        <Price pkg={pkg} />
        <BuyNow pkg={pkg} variant={pkg.popular ? "primary" : "secondary"} block />
      </div>
    </article>
  );
}

/** Names what a package gives, its number large: `350 coins`, `$20.00 gift code`. */
export function GoodsName({ goods }: { goods: Goods }) {
  const { coins, kind, valueCents = 0 } = goods;
  const small = <small />;
  if (!kind) return rich("goods.coinsHeading", { coins, small });
  const amount = money(valueCents);
  return kind === "credit"
    ? rich("goods.creditHeading", { amount, small })
    : rich("goods.giftCodeHeading", { amount, small });
}

export interface BuyNowProps extends ButtonLook {
  pkg: Goods & { id: string; soldOut?: boolean };
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
        <span>{rich("goods.soldOut", { goods: goodsText(pkg), sr: <span className="sr" /> })}</span>
      </Button>
    );
  return (
    <Form method="post" action="/checkout">
      <input type="hidden" name="intent" value="select" />
      <input type="hidden" name="packageId" value={pkg.id} />
      <Button {...look} type="submit" busy={busy}>
        {children ?? (
          <span>{rich("goods.buy", { goods: goodsText(pkg), sr: <span className="sr" /> })}</span>
        )}
      </Button>
    </Form>
  );
}

/** The price and, with a discount, the original price. */
export function Price({ pkg }: { pkg: Pick<CoinPackage, "priceCents" | "discount"> }) {
  const original = pkg.discount > 0 ? originalPriceCents(pkg.priceCents, pkg.discount) : null;
  const shown = approximately(pkg.priceCents);
  return (
    <p className="price">
      <b>{money(pkg.priceCents)}</b>
      {shown && <span className="approx">{shown}</span>}
      {original !== null && (
        <s>
          {rich("goods.originalPrice", { amount: money(original), sr: <span className="sr" /> })}
        </s>
      )}
      {pkg.discount > 0 && (
        <Tag>{t("goods.percentOff", { percent: percent(Math.round(pkg.discount * 100)) })}</Tag>
      )}
    </p>
  );
}
