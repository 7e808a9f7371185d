import { type PaymentTerms, paymentTermsOf } from "#shop/payments/policy.ts";
import { fillIn, type LegalPage, legalTextInForce } from "#shop/settings/legal/legal.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { inTimeText, rejectionText, toleranceText } from "../payment-terms.ts";

/** What legal texts are filled in from. */
export interface LegalFacts {
  shopName: string;
  supportEmail: string;
  payment: PaymentTerms;
  /** On the one fixed address the amount says whose payment it is. */
  exactAmounts: boolean;
}

/** The facts as they are now, for amounts that are asked for from now on. */
export function legalFactsOf(settings: Settings, addresses: "xpub" | "fixed"): LegalFacts {
  const { shopName, supportEmail } = settings;
  return {
    shopName,
    supportEmail,
    payment: paymentTermsOf(settings, addresses),
    exactAmounts: addresses === "fixed",
  };
}

/** The Markdown of a page as visitors get it. */
export function legalPageText(page: LegalPage, settings: Settings, addresses: "xpub" | "fixed") {
  return filledIn(legalTextInForce(settings, page), legalFactsOf(settings, addresses));
}

/** A text with its placeholders filled in. */
export function filledIn(text: string, facts: LegalFacts): string {
  const { shopName, supportEmail, payment } = facts;
  return fillIn(text, {
    "shop name": plain(shopName),
    // In brackets, or Markdown would take only a part of an address such as o'neil@example.com.
    "support email": `<${supportEmail}>`,
    "late payments": `A payment that reaches the Bitcoin network ${inTimeText(payment)} counts, even if it confirms later. Anything later counts if it was worth the price when it arrived; if not, we look at it by hand, and it is not lost.`,
    "short payments": shortPaymentsText(facts),
    "unpaid orders": rejectionText(payment),
  });
}

function shortPaymentsText({ payment, exactAmounts }: LegalFacts): string {
  if (exactAmounts)
    return "Please send exactly that amount: it tells whose payment it is. Any other amount is looked at by hand, and is not lost.";
  return `${toleranceText(payment)} send the rest to the same address; coins are sent once the full amount has arrived.`;
}

/** Text that Markdown shows as it is: every mark it knows is escaped. */
function plain(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
