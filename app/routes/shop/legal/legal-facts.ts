import { rateText } from "#lib/vat.ts";
import type { Offer } from "#shop/methods/methods.ts";
import { type DeliveryTime, deliveryTimeText } from "#shop/orders/delivery-time.ts";
import { type PaymentTerms, paymentTermsOf } from "#shop/payments/model/policy.ts";
import { fillIn, type LegalPage, legalTextInForce } from "#shop/settings/legal/legal.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { pageOwners, paidText } from "../method/method-labels.ts";
import { inTimeText, rejectionText, toleranceText } from "../shared/payment-terms.ts";

/** The values of the placeholders in legal texts. */
export interface LegalFacts {
  shopName: string;
  supportEmail: string;
  payment: PaymentTerms;
  /** With a single fixed address, payments are matched by their exact amount. */
  exactAmounts: boolean;
  /** The enabled payment methods. */
  offers: readonly Offer[];
  deliveryTime: DeliveryTime | null;
  /** What the owner has switched on for the EU. */
  eu: Pick<Settings, "vatBasisPoints" | "vatByCountry" | "withdrawalEnabled" | "withdrawalText">;
}

/** Returns the current facts; they apply to quotes opened from now on. */
export function legalFactsOf(
  settings: Settings,
  addresses: "xpub" | "fixed",
  offers: readonly Offer[],
  deliveryTime: DeliveryTime | null,
): LegalFacts {
  const { shopName, supportEmail } = settings;
  return {
    shopName,
    supportEmail,
    payment: paymentTermsOf(settings, addresses),
    exactAmounts: addresses === "fixed",
    offers,
    deliveryTime,
    eu: settings,
  };
}

/** Returns a page's Markdown with its placeholders filled in. */
export function legalPageText(
  page: LegalPage,
  settings: Settings,
  addresses: "xpub" | "fixed",
  offers: readonly Offer[],
  deliveryTime: DeliveryTime | null,
) {
  const facts = legalFactsOf(settings, addresses, offers, deliveryTime);
  return filledIn(legalTextInForce(settings, page), facts);
}

/** Replaces the placeholders of a text. */
export function filledIn(text: string, facts: LegalFacts): string {
  const { shopName, supportEmail, payment } = facts;
  return fillIn(text, {
    "shop name": plain(shopName),
    // In brackets, because Markdown autolinks only a part of addresses such as o'neil@example.com.
    "support email": `<${supportEmail}>`,
    "late payments": `A payment that reaches the Bitcoin network ${inTimeText(payment)} counts, even if it confirms later. Anything later counts if it was worth the price when it arrived; if not, we review it by hand, and it is not lost.`,
    "short payments": shortPaymentsText(facts),
    "unpaid orders": rejectionText(payment),
    "delivery time": facts.deliveryTime ? plain(deliveryTimeText(facts.deliveryTime)) : "",
    "other methods": otherMethodsText(facts),
    "other refunds": otherRefundsText(facts),
    "other companies": otherCompaniesText(facts),
    vat:
      facts.eu.vatBasisPoints > 0 ? `They include ${rateText(facts.eu.vatBasisPoints)}% VAT.` : "",
    country: facts.eu.vatByCountry ? "the country you chose;" : "",
    withdrawal: withdrawalText(facts),
    "withdrawal data": facts.eu.withdrawalEnabled
      ? "If you withdraw from the contract, the name and the email address that you give."
      : "",
  });
}

function withdrawalText({ eu: { withdrawalEnabled, withdrawalText } }: LegalFacts): string {
  if (!withdrawalEnabled) return "";
  return `## Right of withdrawal\n\n${withdrawalText}\n\nOn the page of your order, press “Withdraw from contract here”.`;
}

function shortPaymentsText({ payment, exactAmounts }: LegalFacts): string {
  if (exactAmounts)
    return "Please send exactly that amount: it tells whose payment it is. Any other amount is reviewed by hand and is not lost.";
  return `${toleranceText(payment)} send the rest to the same address; coins are sent once the full amount has arrived.`;
}

function otherMethodsText({ offers }: LegalFacts): string {
  if (offers.length === 1) return "You pay in Bitcoin.";
  const others = offers.filter(({ method }) => method !== "bitcoin");
  return `You pay ${paidText(offers)}. ${upperFirst(paidText(others))} you pay the price in US dollars, once the order is placed.`;
}

function otherRefundsText({ offers }: LegalFacts): string {
  const others = offers.filter(({ method }) => method !== "bitcoin");
  if (others.length === 0) return "";
  return `What was paid ${paidText(others)} goes back the way it came.`;
}

function otherCompaniesText({ offers }: LegalFacts): string {
  const pages = offers.flatMap(({ method, how }) =>
    how === "page" ? (pageOwners[method] ?? []) : [],
  );
  if (pages.length === 0) return "";
  const names = new Intl.ListFormat("en-GB").format(pages);
  return `If you choose to pay there, ${names}: the amount, the order and your email address; what you enter on their pages, such as a card’s number, this shop never sees.`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Escapes Markdown punctuation. */
function plain(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
