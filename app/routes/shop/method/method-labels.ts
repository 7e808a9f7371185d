import type { IconName } from "#app/ui/icon.tsx";
import { anyOf } from "#messages/format.ts";
import { type MessageKey, t } from "#messages/translate.ts";
import type { Offer } from "#shop/methods/methods.ts";
import { methodInSentence, type PaymentMethod } from "#shop/settings/payment-method.ts";

type MethodKey = Extract<MessageKey, `method.${string}`>;

type AboutKey = `method.${"onStripe" | "onPaypal" | "heldPrice" | "sentByHand" | "fromBank"}`;

interface MethodWords {
  icon: IconName;
  /** The line below the name in the method picker. */
  about: Partial<Record<Offer["how"], AboutKey>>;
  /** The heading, or the label of the button that leads to the payment. */
  pay: MethodKey;
  /** Within `paidText`. */
  paid: MethodKey;
  /** Within `byWaysText`: as the first way, and as a further one. */
  by: MethodKey;
  or: MethodKey;
}

export const methodWords = {
  stripe: {
    icon: "card",
    about: { page: "method.onStripe", "by-hand": "method.sentByHand" },
    pay: "method.payByCard",
    paid: "method.paidByCard",
    by: "method.byCard",
    or: "method.orCard",
  },
  bitcoin: {
    icon: "coins",
    about: { chain: "method.heldPrice" },
    pay: "method.payWithBitcoin",
    paid: "method.paidInBitcoin",
    by: "method.byBitcoin",
    or: "method.orBitcoin",
  },
  paypal: {
    icon: "wallet",
    about: { page: "method.onPaypal", "by-hand": "method.sentByHand" },
    pay: "method.payWithPaypal",
    paid: "method.paidWithPaypal",
    by: "method.byPaypal",
    or: "method.orPaypal",
  },
  bank_transfer: {
    icon: "bank",
    about: { "by-hand": "method.fromBank" },
    pay: "method.payByTransfer",
    paid: "method.paidByTransfer",
    by: "method.byTransfer",
    or: "method.orTransfer",
  },
} as const satisfies Record<PaymentMethod, MethodWords>;

/** The companies that host the payment pages. */
export const pageOwners: Partial<Record<PaymentMethod, string>> = {
  stripe: "Stripe",
  paypal: "PayPal",
};

type Offered = readonly Pick<Offer, "method">[];

/** Returns "Bitcoin", "card or Bitcoin", "card, Bitcoin, PayPal or bank transfer", for sentences of the back office. */
export function waysText(offers: Offered): string {
  return anyOf(spoken(offers).map(({ method }) => methodInSentence(method)));
}

/** Returns "by card", "by card or Bitcoin", "by card, Bitcoin, PayPal or bank transfer". */
export function byWaysText(offers: Offered): string {
  return anyOf(
    spoken(offers).map(({ method }, index) => t(methodWords[method][index === 0 ? "by" : "or"])),
  );
}

/** Returns "in Bitcoin", "by card or in Bitcoin", "by card, in Bitcoin, with PayPal or by bank transfer". */
export function paidText(offers: Offered): string {
  return anyOf(spoken(offers).map(({ method }) => t(methodWords[method].paid)));
}

/** While nothing is offered yet, texts speak of Bitcoin, which will be. */
function spoken(offers: Offered): Offered {
  return offers.length > 0 ? offers : [{ method: "bitcoin" }];
}

/** Returns the heading or button label of a method: "Pay by card", "Pay with PayPal". */
export function payText(method: PaymentMethod): string {
  return t(methodWords[method].pay);
}

/** Returns what the method picker says about a method. */
export function aboutText(method: PaymentMethod, how: Offer["how"]): string {
  const { about }: MethodWords = methodWords[method];
  const key = about[how];
  return key ? t(key) : "";
}
