import type { PackageKind } from "#shop/catalog/goods.ts";

/** What buyers read beside the payment about what they bought, by its kind. */
interface GoodsWords {
  /** What follows a confirmed payment, after another sentence. */
  after: string;
  /** The same, as the next step of the order. */
  completes: string;
  /** It was given. */
  arrived: string;
}

export const goodsWords: Record<PackageKind, GoodsWords> = {
  coins: {
    after: "We then send the coins.",
    completes: "Next we send the coins to your TikTok account and mark the order Completed.",
    arrived: "The coins are in your TikTok account.",
  },
  credit: {
    after: "The credit is then added to your account.",
    completes: "Next the credit is added to your account, which completes the order.",
    arrived: "The credit is on your account.",
  },
  gift_code: {
    after: "The gift code is then sent.",
    completes: "Next the gift code is sent by email, which completes the order.",
    arrived: "The gift code was sent by email.",
  },
};
