import { satsForCents } from "#lib/money.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { addSeconds } from "#lib/time.ts";
import type { ShownCurrency } from "#messages/currencies.ts";
import { kindOf } from "../catalog/goods.ts";
import type { StoredCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents } from "../checkouts/price.ts";
import type { Settings } from "../settings/settings.ts";
import type { StoredFacts, StoredQuote } from "./facts.server.ts";
import { currentQuote, newestQuote } from "./model/payment.ts";
import { applyMargin, type Rate } from "./prices/rate.ts";

/** Rate, amount and end of a quote, and what else it holds. */
type QuoteTerms = Pick<
  StoredQuote,
  | "sats"
  | "priceCents"
  | "rateCents"
  | "marginBasisPoints"
  | "sources"
  | "expiresAt"
  | "vatBasisPoints"
  | "shownIn"
>;

/**
 * Returns rate, amount and end of a new quote: those of the running one; the rate and the end of one that was withdrawn
 * while it ran; else by the rate.
 */
export function termsOf(
  checkout: StoredCheckout,
  { facts, running }: { facts: StoredFacts; running: readonly StoredQuote[] },
  {
    rate,
    settings,
    quoteSeconds,
    shownIn,
    now,
  }: {
    rate: Rate | null;
    settings: Settings;
    quoteSeconds: number;
    shownIn: ShownCurrency | null;
    now: Date;
  },
): Result<QuoteTerms, "nothing-due" | "no-price"> {
  const priceCents = dueCents(checkout);
  if (priceCents === 0) return err("nothing-due");
  const joined = newestQuote(running);
  const last = currentQuote(facts.quotes);
  const held = joined ?? (last && last.withdrawnAt && last.expiresAt > now ? last : null);
  if (held) {
    const { rateCents, marginBasisPoints, sources, expiresAt, vatBasisPoints, shownIn } = held;
    const sats = joined?.sats ?? satsForCents(priceCents, rateCents);
    const rate = { rateCents, marginBasisPoints, sources, expiresAt };
    return ok({ sats, priceCents, ...rate, vatBasisPoints, shownIn });
  }
  if (!rate) return err("no-price");
  const { rateCents, marginBasisPoints, sources } = applyMargin(rate, settings.rateMarginPercent);
  const sats = satsForCents(priceCents, rateCents);
  const expiresAt = addSeconds(now, quoteSeconds);
  // Credit and gift codes are vouchers: the VAT is in the price of what they pay for.
  const vatBasisPoints = kindOf(checkout.package) === "coins" ? settings.vatBasisPoints : 0;
  const shown = { vatBasisPoints, shownIn };
  return ok({ sats, priceCents, rateCents, marginBasisPoints, sources, expiresAt, ...shown });
}
