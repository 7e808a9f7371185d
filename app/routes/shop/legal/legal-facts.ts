import { allOf, percent, upperFirst } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { Offer } from "#shop/methods/methods.ts";
import { type DeliveryTime, deliveryTimeText } from "#shop/orders/delivery-time.ts";
import { type PaymentTerms, paymentTermsOf } from "#shop/payments/model/policy.ts";
import {
  fillIn,
  type LegalPage,
  legalTextInForce,
  type Placeholder,
} from "#shop/settings/legal/legal.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { pageOwners, paidText } from "../method/method-labels.ts";

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
function filledIn(text: string, facts: LegalFacts): string {
  return fillIn(text, placeholderValues(facts));
}

/** Returns the values of the placeholders, in the current language. */
export function placeholderValues(facts: LegalFacts): Record<Placeholder, string> {
  const { shopName, supportEmail, payment, eu } = facts;
  const hours = payment.rejectUnpaidAfterHours;
  return {
    "shop name": plain(shopName),
    // In brackets, because Markdown autolinks only a part of addresses such as o'neil@example.com.
    "support email": `<${supportEmail}>`,
    "late payments": t("legal.latePayments", { minutes: payment.lateGraceMinutes }),
    "short payments": shortPaymentsText(facts),
    "unpaid orders": hours === null ? "" : t("legal.unpaidOrders", { hours }),
    "delivery time": facts.deliveryTime ? plain(deliveryTimeText(facts.deliveryTime)) : "",
    "other methods": otherMethodsText(facts),
    "other refunds": otherRefundsText(facts),
    "other companies": otherCompaniesText(facts),
    vat: eu.vatBasisPoints > 0 ? t("legal.vat", { rate: percent(eu.vatBasisPoints) }) : "",
    country: eu.vatByCountry ? t("legal.country") : "",
    withdrawal: withdrawalText(facts),
    "withdrawal data": eu.withdrawalEnabled ? t("legal.withdrawalData") : "",
  };
}

function withdrawalText({ eu: { withdrawalEnabled, withdrawalText } }: LegalFacts): string {
  if (!withdrawalEnabled) return "";
  const where = t("legal.withdrawHere", { button: t("order.withdraw") });
  return `## ${t("legal.withdrawal")}\n\n${withdrawalText}\n\n${where}`;
}

function shortPaymentsText({ payment, exactAmounts }: LegalFacts): string {
  if (exactAmounts) return t("legal.exactAmounts");
  if (payment.tolerancePercent === 0) return t("legal.anyMissing");
  return t("legal.moreMissing", { share: percent(payment.tolerancePercent * 100) });
}

function otherMethodsText({ offers }: LegalFacts): string {
  if (offers.length === 1) return t("legal.onlyBitcoin");
  const others = offers.filter(({ method }) => method !== "bitcoin");
  return t("legal.otherMethods", {
    paid: paidText(offers),
    others: upperFirst(paidText(others)),
  });
}

function otherRefundsText({ offers }: LegalFacts): string {
  const others = offers.filter(({ method }) => method !== "bitcoin");
  return others.length === 0 ? "" : t("legal.otherRefunds", { paid: paidText(others) });
}

function otherCompaniesText({ offers }: LegalFacts): string {
  const pages = offers.flatMap(({ method, how }) =>
    how === "page" ? (pageOwners[method] ?? []) : [],
  );
  return pages.length === 0 ? "" : t("legal.otherCompanies", { names: allOf(pages) });
}

/** Escapes Markdown punctuation. */
function plain(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
