import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { Goods, GoodsRecipient } from "../../catalog/goods.ts";

/** Names what was bought: `350 coins`, `$20.00 credit` or `$20.00 gift code`. */
export function goodsName({ coins, kind, valueCents = 0 }: Goods): string {
  const amount = money(valueCents);
  if (kind === "credit") return t("mail.credit", { amount });
  return kind ? t("mail.giftCode", { amount }) : t("mail.coins", { coins });
}

/** Names what was bought, and for whom: `350 coins for @mira`. */
export function goodsForWhom(order: Goods & GoodsRecipient): string {
  const { coins, kind, valueCents = 0, tiktokUsername, giftEmail } = order;
  const amount = money(valueCents);
  if (kind === "credit") return t("mail.creditFor", { amount });
  return kind
    ? t("mail.giftCodeFor", { amount, email: giftEmail ?? "" })
    : t("mail.coinsFor", { coins, username: `@${tiktokUsername ?? ""}` });
}
