import type { PackageKind } from "#shop/catalog/goods.ts";

/** What buyers read about what they bought, by its kind. */
interface GoodsWords {
  /** What follows a confirmed payment. */
  next: string;
  /** The same, after another sentence. */
  after: string;
  /** The same, as the next step of the order. */
  completes: string;
  /** The same, after "Once the payment is confirmed,". */
  waits: string;
  /** It was given: in short, and as a sentence beside the payment and the order. */
  done: string;
  arrived: string;
  there: string;
  /** What Completed means before it is reached. */
  goal: string;
  /** After "Completed" of a rejected order. */
  never: string;
}

export const goodsWords: Record<PackageKind, GoodsWords> = {
  coins: {
    next: "We send the coins next.",
    after: "We then send the coins.",
    completes: "Next we send the coins to your TikTok account and mark the order Completed.",
    waits: "we send the coins.",
    done: "Coins sent",
    arrived: "The coins are in your TikTok account.",
    there: "The coins are in the account.",
    goal: "Coins in the account",
    never: "Will not be sent",
  },
  credit: {
    next: "The credit is added next.",
    after: "The credit is then added to your account.",
    completes: "Next the credit is added to your account, which completes the order.",
    waits: "the credit is added.",
    done: "Credit added",
    arrived: "The credit is on your account.",
    there: "The credit is on the account.",
    goal: "Credit on the account",
    never: "No credit",
  },
  gift_code: {
    next: "The gift code is sent next.",
    after: "The gift code is then sent.",
    completes: "Next the gift code is sent by email, which completes the order.",
    waits: "the gift code is sent.",
    done: "Code sent",
    arrived: "The gift code was sent by email.",
    there: "The code was sent by email.",
    goal: "Code sent by email",
    never: "Code cannot be redeemed",
  },
};
