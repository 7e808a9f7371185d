import type { PackageKind } from "#shop/catalog/goods.ts";
import type { MessageKey } from "#messages/translate.ts";

/** What buyers read beside the payment about what they bought, by its kind. */
interface GoodsWords {
  /** What follows a confirmed payment, after another sentence. */
  after: MessageKey;
  /** The same, as the next step of the order. */
  completes: MessageKey;
  /** It was given. */
  arrived: MessageKey;
}

export const goodsWords = {
  coins: {
    after: "payment.coinsThen",
    completes: "payment.coinsNext",
    arrived: "payment.coinsArrived",
  },
  credit: {
    after: "payment.creditThen",
    completes: "payment.creditNext",
    arrived: "payment.creditArrived",
  },
  gift_code: {
    after: "payment.giftCodeThen",
    completes: "payment.giftCodeNext",
    arrived: "payment.giftCodeArrived",
  },
} as const satisfies Record<PackageKind, GoodsWords>;
