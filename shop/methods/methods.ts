import {
  type PaymentMethod,
  paymentMethods,
  type ReceiptMethod,
} from "../settings/payment-method.ts";
import type { Settings } from "../settings/settings.ts";
import { type Instruction, takesBankTransfers } from "../settings/payment-instructions.ts";
import type { PaymentStatus } from "../orders/payment-status.ts";
import { type AmountLimits, ANY_AMOUNT, isWithin } from "./amount-limits.ts";
import type { HostedMethod, PaymentProvider } from "./provider.ts";

/**
 * Returns the payment methods that checkout offers: those enabled and configured, the owner's first choice in front. Bitcoin is left out until
 * the wallet's addresses are confirmed.
 */
export function offersOf(
  settings: Settings,
  { hosted, walletConfirmed, bitcoin = ANY_AMOUNT }: Offering,
): Offer[] {
  const pageOf = (method: HostedMethod): Way | null => {
    const provider = hosted.find((each) => each.method === method);
    return provider ? { how: "page", limits: provider.limits } : null;
  };
  const byHand: Way = { how: "by-hand", limits: ANY_AMOUNT };
  const paypal = pageOf("paypal") ?? (settings.paypalEmail ? byHand : null);
  const offers: Record<PaymentMethod, Way | null> = {
    stripe: settings.stripeEnabled ? pageOf("stripe") : null,
    bitcoin: walletConfirmed ? { how: "chain", limits: bitcoin } : null,
    paypal: settings.paypalEnabled ? paypal : null,
    bank_transfer: takesBankTransfers(settings) ? byHand : null,
  };
  const offered = paymentMethods.flatMap((method) => {
    const way = offers[method];
    return way ? { method, ...way } : [];
  });
  // Stable: the others stay in their order.
  return offered.toSorted((a, b) => rank(a) - rank(b));

  function rank({ method }: Offer): number {
    return method === settings.firstMethod ? 0 : 1;
  }
}

/** Returns whether checkout offers Bitcoin. */
export function takesBitcoin(offers: readonly Offer[]): boolean {
  return offers.some(({ method }) => method === "bitcoin");
}

/** Returns the offers that can take an amount in cents; all of them while nothing is due. */
export function payableOffers(offers: readonly Offer[], cents: number): Offer[] {
  return offers.filter(({ limits = ANY_AMOUNT }) => cents === 0 || isWithin(limits, cents));
}

/** Returns the least amount in cents that one of the offers takes, for what credit leaves to be paid. */
export function leastPayable(offers: readonly Offer[]): number {
  return Math.min(...offers.map(({ limits = ANY_AMOUNT }) => limits.leastCents));
}

/** Returns the offer of the chosen method while it is offered, else the first, which is preselected. */
export function chosenOffer(offers: readonly Offer[], chosen: PaymentMethod | null): Offer {
  const offered = offers.find(({ method }) => method === chosen);
  return offered ?? offers[0] ?? { method: "bitcoin", how: "chain" };
}

/**
 * A payment method and how it is paid: `chain` to a Bitcoin address, `page` on the provider's page, `by-hand` by
 * instructions, with the receipt recorded by an administrator.
 */
export interface Offer {
  method: PaymentMethod;
  how: "chain" | "page" | "by-hand";
  /** The amounts that it takes; any where it is left out. */
  limits?: AmountLimits;
}

type Way = Pick<Offer, "how" | "limits">;

/** What is configured beside the settings. */
interface Offering {
  hosted: readonly Pick<PaymentProvider, "method" | "limits">[];
  walletConfirmed: boolean;
  /** The limits of Bitcoin at the rate of now. */
  bitcoin?: AmountLimits;
}

/** The payment of an order by a method other than Bitcoin, as its buyer sees it. Amounts in cents. */
export interface MethodPayment {
  method: ReceiptMethod;
  /** How it is paid; null when the shop no longer offers the method. */
  how: Exclude<Offer["how"], "chain"> | null;
  status: PaymentStatus;
  dueCents: number;
  missingCents: number;
  /** True while the provider has accepted the payment but not received the money. */
  processing: boolean;
  /** Instructions for a manual payment. */
  instructions: Instruction[];
  received: {
    cents: number;
    currency: string;
    refundedCents: number;
    /** What became credit. */
    creditedCents: number;
    receivedAt: Date;
  }[];
}
