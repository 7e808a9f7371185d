import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";

/** What a package gives: TikTok coins, credit of the buyer's account, or a gift code that becomes somebody's credit. */
export const packageKinds = ["coins", "credit", "gift_code"] as const;

export type PackageKind = (typeof packageKinds)[number];

/** What the buyer of a package gets. */
export interface Goods {
  /** 0 for other kinds than coins. */
  coins: number;
  /** Left out for coins, as in the copies from before there were other kinds. */
  kind?: Exclude<PackageKind, "coins">;
  /** What credit or a gift code is worth, in cents; left out for coins. */
  valueCents?: number;
}

/** Who gets them: null in both for credit, which goes to the account of the buyer's email. */
export interface GoodsRecipient {
  tiktokUsername: string | null;
  giftEmail?: string | null;
}

/** Returns the kind of a package. */
export function kindOf({ kind = "coins" }: { kind?: PackageKind | undefined }): PackageKind {
  return kind;
}

/** Returns what a package gives, without its price. */
export function goodsOf({ coins, kind, valueCents = 0 }: Goods): Goods {
  return { coins, ...(kind && { kind, valueCents }) };
}

/** Returns what a stored package gives. */
export function goodsOfRow(row: {
  coins: number;
  kind: PackageKind;
  valueCents: number | null;
}): Goods {
  const { coins, kind, valueCents } = row;
  return kind === "coins" ? { coins } : { coins, kind, valueCents: valueCents ?? 0 };
}

/** Names what a package gives: `350 coins`, `$20.00 credit` or `$20.00 gift code`. */
export function goodsText({ coins, kind, valueCents = 0 }: Goods): string {
  if (!kind) return t("goods.coins", { coins });
  const amount = money(valueCents);
  return kind === "credit" ? t("goods.credit", { amount }) : t("goods.giftCode", { amount });
}

/** Says who gets what was bought: `@mira`, `Credit for the account` or `Gift code for sam@example.com`. */
export function recipientText({ tiktokUsername, giftEmail }: GoodsRecipient): string {
  if (tiktokUsername !== null) return `@${tiktokUsername}`;
  return giftEmail
    ? t("goods.giftCodeRecipient", { email: giftEmail })
    : t("goods.creditRecipient");
}

/** Says to the team, in English, what was bought for whom: `350 coins for @mira`, `$20.00 gift code for sam@example.com`. */
export function goodsForText(order: Goods & GoodsRecipient): string {
  const { tiktokUsername, giftEmail } = order;
  const who = tiktokUsername === null ? (giftEmail ?? "your account") : `@${tiktokUsername}`;
  return `${goodsText(order)} for ${who}`;
}
