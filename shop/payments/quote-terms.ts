import { satsForCents } from "#lib/money.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { addSeconds } from "#lib/time.ts";
import type { StoredCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents } from "../checkouts/price.ts";
import type { Settings } from "../settings/settings.ts";
import type { StoredFacts, StoredQuote } from "./facts.server.ts";
import { currentQuote, newestQuote } from "./model/payment.ts";
import { applyMargin, type Rate } from "./prices/rate.ts";

/** Rate, amount and end of a quote. */
type QuoteTerms = Pick<
  StoredQuote,
  "sats" | "priceCents" | "rateCents" | "marginBasisPoints" | "sources" | "expiresAt"
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
    now,
  }: { rate: Rate | null; settings: Settings; quoteSeconds: number; now: Date },
): Result<QuoteTerms, "nothing-due" | "no-price"> {
  const priceCents = dueCents(checkout);
  if (priceCents === 0) return err("nothing-due");
  const joined = newestQuote(running);
  const last = currentQuote(facts.quotes);
  const held = joined ?? (last && last.withdrawnAt && last.expiresAt > now ? last : null);
  if (held) {
    const { rateCents, marginBasisPoints, sources, expiresAt } = held;
    const sats = joined?.sats ?? satsForCents(priceCents, rateCents);
    return ok({ sats, priceCents, rateCents, marginBasisPoints, sources, expiresAt });
  }
  if (!rate) return err("no-price");
  const { rateCents, marginBasisPoints, sources } = applyMargin(rate, settings.rateMarginPercent);
  const sats = satsForCents(priceCents, rateCents);
  const expiresAt = addSeconds(now, quoteSeconds);
  return ok({ sats, priceCents, rateCents, marginBasisPoints, sources, expiresAt });
}
