import { upperFirst } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { Offer } from "#shop/methods/methods.ts";
import { type DeliveryTime, deliveryTimeText } from "#shop/orders/delivery-time.ts";
import type { PaymentTerms } from "#shop/payments/model/policy.ts";
import { inTimeText, toleranceText } from "../shared/payment-terms.ts";
import { byWaysText, paidText } from "../method/method-labels.ts";

/** The home page's texts about paying. Computed on the server only. */
export interface HomeTexts {
  title: string;
  lead: string;
  prices: string;
  needs: string;
  questions: { question: string; answer: string }[];
}

/** Returns texts that match the payment rules and the enabled methods. Change them with the code they describe. */
export function homeTexts(
  payment: PaymentTerms,
  offers: readonly Offer[],
  time: DeliveryTime | null,
): HomeTexts {
  if (offers.length === 1) {
    return {
      title: t("home.titleBitcoin"),
      lead: t("home.leadBitcoin"),
      prices: t("home.pricesBitcoin"),
      needs: t("home.needsBitcoin"),
      questions: questionsOf(payment, offers, time),
    };
  }
  return {
    title: t("home.title"),
    lead: t("home.lead", { paid: paidText(offers) }),
    prices: t("home.prices", { ways: byWaysText(offers) }),
    needs: t("home.needs"),
    questions: questionsOf(payment, offers, time),
  };
}

function questionsOf(
  payment: PaymentTerms,
  offers: readonly Offer[],
  time: DeliveryTime | null,
): HomeTexts["questions"] {
  const delivered = time ? ` ${deliveryTimeText(time)}` : "";
  const alone = offers.length === 1;
  const bitcoin = alone ? "" : " in Bitcoin";
  return [
    {
      question: alone ? "How do I pay?" : "How do I pay in Bitcoin?",
      answer: `${alone ? "In Bitcoin. " : ""}Checkout shows an address, the exact amount to eight decimals and a QR code that holds both. Send that amount in one payment from any wallet. Your wallet adds the network fee on top.`,
    },
    {
      question: "What happens when the price lock ends?",
      answer: `The amount${bitcoin} is held for 60 minutes. At zero the quote ends, and the screen offers a new amount at the current rate on the same address. ${inTimeText(payment)} We review anything later than that by hand.`,
    },
    {
      question: "What if I send too little?",
      answer: `${toleranceText(payment)} Coins are sent once the full amount has arrived.`,
    },
    {
      question: "How long does delivery take?",
      answer: alone
        ? `The Bitcoin network has to confirm your payment first. That often takes 10 to 60 minutes, longer when the network is busy. Your order then moves to Processing, and to Completed when the coins are in the account.${delivered}`
        : `Your payment has to arrive first. ${offers.map(({ method }) => delays[method]).join(" ")} Your order then moves to Processing, and to Completed when the coins are in the account.${delivered}`,
    },
    {
      question: "Can I pay by card, PayPal or bank transfer?",
      answer: otherWays(offers),
    },
    {
      question: "What if my order is rejected?",
      answer: alone
        ? "You see it on the tracking page. Bitcoin payments cannot be reversed, so a refund is a new payment to an address you give us."
        : "You see it on the tracking page. A refund goes the way the money came. Only Bitcoin payments cannot be sent back that way: there it is a new payment to an address you give us.",
    },
  ];
}

const delays: Record<Offer["method"], string> = {
  stripe: "A card payment arrives at once.",
  bitcoin: "The Bitcoin network often takes 10 to 60 minutes, longer when it is busy.",
  paypal: "PayPal often takes a moment.",
  bank_transfer: "A bank transfer often takes one or two working days.",
};

/** Lists which of the three methods are enabled and which are not. */
function otherWays(offers: readonly Offer[]): string {
  const three = ["stripe", "paypal", "bank_transfer"] as const;
  const taken = three.filter((method) => offers.some((offer) => offer.method === method));
  const missing = three.filter((method) => !taken.includes(method));
  const textOf = (methods: readonly Offer["method"][]) =>
    upperFirst(byWaysText(methods.map((method) => ({ method }))));
  if (taken.length === 0) return t("home.onlyBitcoin");
  if (missing.length === 0) return t("home.otherWays", { ways: textOf(taken) });
  return t("home.otherWaysMissing", { ways: textOf(taken), missing: textOf(missing) });
}
