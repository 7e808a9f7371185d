import { CoinCluster } from "#app/ui/coins.tsx";
import { money, shortMoney } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { Goods } from "#shop/catalog/goods.ts";

/** The picture of a package: its coins to scale, or a card with the value of credit or of a gift code. */
export function GoodsArt({ goods }: { goods: Goods }) {
  const { coins, kind, valueCents = 0 } = goods;
  if (!kind) return <CoinCluster coins={coins} />;
  const isGift = kind === "gift_code";
  const amount = money(valueCents);
  return (
    <svg
      className="goods-art"
      viewBox="0 0 220 164"
      role="img"
      aria-label={
        isGift ? t("goods.giftPicture", { amount }) : t("goods.creditPicture", { amount })
      }
    >
      <rect className="goods-art__card" x="1" y="20" width="218" height="134" rx="14" />
      {isGift && (
        <>
          <path className="goods-art__ribbon" d="M44 20v134" />
          <path className="goods-art__bow" d="M44 60c-30-30-42 4 0 0c42 4 30-30 0 0z" />
        </>
      )}
      <text className="goods-art__value" x={isGift ? 137 : 110} y="94">
        {shortMoney(valueCents)}
      </text>
      <text className="goods-art__what" x={isGift ? 137 : 110} y="126">
        {isGift ? t("goods.giftCard") : t("goods.creditCard")}
      </text>
    </svg>
  );
}
