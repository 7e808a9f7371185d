import type { IconName } from "#app/ui/icon.tsx";
import type { Offer } from "#shop/methods/methods.ts";
import { methodInSentence, type PaymentMethod } from "#shop/settings/payment-method.ts";

interface MethodWords {
  icon: IconName;
  /** The line below the name in the method picker. */
  about: Record<Offer["how"], string>;
}

const byHand = "The order’s page shows where to send it";

export const methodWords: Record<PaymentMethod, MethodWords> = {
  stripe: {
    icon: "card",
    about: { page: "On Stripe’s own page", "by-hand": byHand, chain: "" },
  },
  bitcoin: {
    icon: "coins",
    about: { chain: "The price is held for 60 minutes", page: "", "by-hand": "" },
  },
  paypal: {
    icon: "wallet",
    about: { page: "On PayPal’s own page", "by-hand": byHand, chain: "" },
  },
  bank_transfer: {
    icon: "bank",
    about: { "by-hand": "From your bank, often one or two working days", page: "", chain: "" },
  },
};

/** The companies that host the payment pages. */
export const pageOwners: Partial<Record<PaymentMethod, string>> = {
  stripe: "Stripe",
  paypal: "PayPal",
};

/** Returns "Bitcoin", "card or Bitcoin", "card, Bitcoin, PayPal or bank transfer". */
export function waysText(offers: readonly Pick<Offer, "method">[]): string {
  return choices.format(spoken(offers).map(({ method }) => methodInSentence(method)));
}

// A module constant, because creating a ListFormat is slow and every page uses it.
const choices = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Returns "in Bitcoin", "by card or in Bitcoin", "by card, in Bitcoin, with PayPal or by bank transfer". */
export function paidText(offers: readonly Pick<Offer, "method">[]): string {
  return choices.format(spoken(offers).map(({ method }) => paidBy[method]));
}

/** While nothing is offered yet, texts speak of Bitcoin, which will be. */
function spoken(offers: readonly Pick<Offer, "method">[]): readonly Pick<Offer, "method">[] {
  return offers.length > 0 ? offers : [{ method: "bitcoin" }];
}

const paidBy: Record<PaymentMethod, string> = {
  stripe: "by card",
  bitcoin: "in Bitcoin",
  paypal: "with PayPal",
  bank_transfer: "by bank transfer",
};

/** Returns the heading or button label of a method: "Pay by card", "Pay with PayPal". */
export function payText(method: PaymentMethod): string {
  const by: Record<PaymentMethod, string> = {
    stripe: "Pay by card",
    bitcoin: "Pay with Bitcoin",
    paypal: "Pay with PayPal",
    bank_transfer: "Pay by bank transfer",
  };
  return by[method];
}
