import { type PaymentMethod, paymentMethods } from "../settings/payment-method.ts";
import type { Settings } from "../settings/settings.ts";
import { takesBankTransfers, transferInstructions } from "./bank/bank-transfer.ts";
import type { Instruction, Offer } from "./offer.ts";
import type { HostedMethod } from "./provider.ts";

/**
 * Returns the payment methods that checkout offers, in order: those enabled and configured. Bitcoin is left out until
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
  return paymentMethods.flatMap((method) => {
    const how = offers[method];
    return how ? { method, how } : [];
  });
}

/** Returns whether checkout offers Bitcoin. */
export function takesBitcoin(offers: readonly Offer[]): boolean {
  return offers.some(({ method }) => method === "bitcoin");
}

/** Returns the offer of the chosen method while it is offered, else of the preselected one: cards, then Bitcoin. */
export function chosenOffer(offers: readonly Offer[], chosen: PaymentMethod | null): Offer {
  const offered = (method: PaymentMethod | null) =>
    offers.find((offer) => offer.method === method) ?? null;
  return (
    offered(chosen) ??
    offered("stripe") ??
    offered("bitcoin") ??
    offers[0] ?? { method: "bitcoin", how: "chain" }
  );
}

/** Returns the instructions for a manual payment of this order; none for other methods. */
export function instructionsFor(
  method: string,
  settings: Settings,
  orderId: string,
): Instruction[] {
  if (method === "bank_transfer") return transferInstructions(settings, orderId);
  if (method !== "paypal" || !settings.paypalEmail) return [];
  return [
    { label: "PayPal account", value: settings.paypalEmail },
    { label: "Note", value: orderId },
  ];
}

function paypal(settings: Settings, hosted: readonly HostedMethod[]): Offer["how"] | null {
  if (hosted.includes("paypal")) return "page";
  return settings.paypalEmail ? "by-hand" : null;
}
