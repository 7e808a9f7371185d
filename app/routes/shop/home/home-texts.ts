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
  const alone = offers.length === 1;
  const held = alone ? t("questions.lockEndsAlone") : t("questions.lockEndsHeld");
  return [
    alone
      ? { question: t("questions.howToPayAlone"), answer: t("questions.howToPayAloneAnswer") }
      : { question: t("questions.howToPay"), answer: t("questions.howToPayAnswer") },
    {
      question: t("questions.lockEnds"),
      answer: `${held} ${inTimeText(payment)} ${t("questions.lockEndsReview")}`,
    },
    {
      question: t("questions.tooLittle"),
      answer: `${toleranceText(payment)} ${t("questions.tooLittleCoins")}`,
    },
    { question: t("questions.delivery"), answer: deliveryText(offers, time) },
    { question: t("questions.otherWays"), answer: otherWays(offers) },
    {
      question: t("questions.rejected"),
      answer: alone ? t("questions.rejectedBitcoinAnswer") : t("questions.rejectedAnswer"),
    },
  ];
}

const delays = {
  stripe: "questions.delayCard",
  bitcoin: "questions.delayBitcoin",
  paypal: "questions.delayPaypal",
  bank_transfer: "questions.delayBank",
} as const satisfies Record<Offer["method"], string>;

/** Says what a delivery waits for, and how long deliveries have taken, sentence by sentence. */
function deliveryText(offers: readonly Offer[], time: DeliveryTime | null): string {
  const waits =
    offers.length === 1
      ? [t("questions.deliveryBitcoin")]
      : [t("questions.deliveryFirst"), ...offers.map(({ method }) => t(delays[method]))];
  const taken = time ? [deliveryTimeText(time)] : [];
  return [...waits, t("questions.deliveryThen"), ...taken].join(" ");
}

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
