import { and, eq, isNull } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { ok, err, type Result } from "#lib/result.ts";
import type { StoredCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents } from "../checkouts/price.ts";
import { checkouts } from "../checkouts/tables.ts";
import { loadFacts } from "./facts.server.ts";
import { hasMoney } from "./model/payment.ts";
import { quotes } from "./tables.ts";

/** What coupon and credit take off the price of a checkout. */
type Reductions = Pick<StoredCheckout, "couponCode" | "couponCents" | "creditCents">;

/**
 * Sets what coupon and credit take off the price of a locked, open checkout. When the amount due changes its quotes are
 * withdrawn: the next one (`openQuote`) has their rate and their end. Refused once money was seen.
 */
export async function setReductions(
  tx: Db,
  checkout: StoredCheckout,
  change: Partial<Reductions> & { now: Date },
): Promise<Result<StoredCheckout, "not-open" | "money-seen">> {
  const { now, ...reductions } = change;
  if (checkout.state !== "open") return err("not-open");
  const changed = { ...checkout, ...reductions };
  const isSameDue = dueCents(changed) === dueCents(checkout);
  if (!isSameDue) {
    const facts = await loadFacts(tx, checkout.id);
    if (hasMoney(facts)) return err("money-seen");
    if (facts.quotes.length > 0) await withdrawQuotes(tx, checkout.id, now);
  }
  await tx
    .update(checkouts)
    .set({ ...reductions, updatedAt: now })
    .where(eq(checkouts.id, checkout.id));
  return ok({ ...changed, updatedAt: now });
}

/** Withdraws the quotes of a locked checkout: they settle nothing any more. */
async function withdrawQuotes(tx: Db, checkoutId: string, now: Date): Promise<void> {
  await tx
    .update(quotes)
    .set({ withdrawnAt: now })
    .where(and(eq(quotes.checkoutId, checkoutId), isNull(quotes.withdrawnAt)));
  await notify(tx, CHANGES_CHANNEL, `checkout:${checkoutId}`);
}
