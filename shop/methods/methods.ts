import { type PaymentMethod, paymentMethods } from "../settings/payment-method.ts";
import type { Settings } from "../settings/settings.ts";
import { takesBankTransfers, transferInstructions } from "./bank/bank-transfer.ts";
import type { Instruction, Offer } from "./offer.ts";
import type { HostedMethod } from "./provider.ts";

/** Returns the payment methods that checkout offers, in order: those enabled and configured. */
export function offersOf(settings: Settings, hosted: readonly HostedMethod[]): Offer[] {
  const offers: Record<PaymentMethod, Offer["how"] | null> = {
    stripe: settings.stripeEnabled && hosted.includes("stripe") ? "page" : null,
    bitcoin: "chain",
    paypal: settings.paypalEnabled ? paypal(settings, hosted) : null,
    bank_transfer: takesBankTransfers(settings) ? "by-hand" : null,
  };
  return paymentMethods.flatMap((method) => {
    const how = offers[method];
    return how ? { method, how } : [];
  });
}

/** Returns the preselected method: cards if offered, else Bitcoin. */
function preselected(offers: readonly Offer[]): PaymentMethod {
  return offers.some(({ method }) => method === "stripe") ? "stripe" : "bitcoin";
}

/** Returns the offer of the chosen method while it is offered, else of the preselected one. */
export function chosenOffer(offers: readonly Offer[], chosen: PaymentMethod | null): Offer {
  const method = offers.some((offer) => offer.method === chosen) ? chosen : preselected(offers);
  return offers.find((offer) => offer.method === method) ?? { method: "bitcoin", how: "chain" };
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
