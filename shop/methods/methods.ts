import { t } from "#messages/translate.ts";
import {
  type PaymentMethod,
  paymentMethods,
  type ReceiptMethod,
} from "../settings/payment-method.ts";
import type { Settings } from "../settings/settings.ts";
import {
  type Instruction,
  takesBankTransfers,
  transferInstructions,
} from "./bank/bank-transfer.ts";
import type { HostedMethod } from "./provider.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";

/**
 * Returns the payment methods that checkout offers: those enabled and configured, the owner's first choice in front. Bitcoin is left out until
 * the wallet's addresses are confirmed.
 */
export function offersOf(
  settings: Settings,
  { hosted, walletConfirmed }: { hosted: readonly HostedMethod[]; walletConfirmed: boolean },
): Offer[] {
  const offers: Record<PaymentMethod, Offer["how"] | null> = {
    stripe: settings.stripeEnabled && hosted.includes("stripe") ? "page" : null,
    bitcoin: walletConfirmed ? "chain" : null,
    paypal: settings.paypalEnabled ? paypal(settings, hosted) : null,
    bank_transfer: takesBankTransfers(settings) ? "by-hand" : null,
  };
  const offered = paymentMethods.flatMap((method) => {
    const how = offers[method];
    return how ? { method, how } : [];
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

/** Returns the offer of the chosen method while it is offered, else the first, which is preselected. */
export function chosenOffer(offers: readonly Offer[], chosen: PaymentMethod | null): Offer {
  const offered = offers.find(({ method }) => method === chosen);
  return offered ?? offers[0] ?? { method: "bitcoin", how: "chain" };
}

/**
 * Returns the instructions for a manual payment; none for other methods. Before the order is placed (`orderId` is null)
 * they have no reference.
 */
export function instructionsFor(
  method: string,
  settings: Settings,
  orderId: string | null,
): Instruction[] {
  if (method === "bank_transfer") return transferInstructions(settings, orderId);
  if (method !== "paypal" || !settings.paypalEmail) return [];
  return [
    { label: t("method.paypalAccount"), value: settings.paypalEmail },
    ...(orderId ? [{ label: t("method.note"), value: orderId }] : []),
  ];
}

function paypal(settings: Settings, hosted: readonly HostedMethod[]): Offer["how"] | null {
  if (hosted.includes("paypal")) return "page";
  return settings.paypalEmail ? "by-hand" : null;
}

/**
 * A payment method and how it is paid: `chain` to a Bitcoin address, `page` on the provider's page, `by-hand` by
 * instructions, with the receipt recorded by an administrator.
 */
export interface Offer {
  method: PaymentMethod;
  how: "chain" | "page" | "by-hand";
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
