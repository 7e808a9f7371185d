import { type PaymentTerms, paymentTermsOf } from "#shop/payments/policy.ts";
import { fillIn, type LegalPage, legalTextInForce } from "#shop/settings/legal/legal.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { inTimeText, rejectionText, toleranceText } from "../payment-terms.ts";

/** What legal texts are filled in from. */
export interface LegalFacts {
  shopName: string;
  supportEmail: string;
  payment: PaymentTerms;
}

/** The facts as they are now, for amounts that are asked for from now on. */
export function legalFactsOf(settings: Settings, addresses: "xpub" | "fixed"): LegalFacts {
  const { shopName, supportEmail } = settings;
  return { shopName, supportEmail, payment: paymentTermsOf(settings, addresses) };
}

/** The Markdown of a page as visitors get it. */
export function legalPageText(page: LegalPage, settings: Settings, addresses: "xpub" | "fixed") {
  return filledIn(legalTextInForce(settings, page), legalFactsOf(settings, addresses));
}

/** A text with its placeholders filled in. */
export function filledIn(text: string, { shopName, supportEmail, payment }: LegalFacts): string {
  return fillIn(text, {
    "shop name": plain(shopName),
    "support email": supportEmail,
    "late payments": `A payment that reaches the Bitcoin network ${inTimeText(payment)} counts, even if it confirms later. Anything later counts if it was worth the price when it arrived; if not, we look at it by hand, and it is not lost.`,
    "short payments": `${toleranceText(payment)} send the rest to the same address; coins are sent once the full amount has arrived.`,
    "unpaid orders": rejectionText(payment),
  });
}

/** Text that Markdown shows as it is: every mark it knows is escaped. */
function plain(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
