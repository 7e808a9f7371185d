import { and, eq, isNull } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { ok, err, type Result } from "#lib/result.ts";
import type { StoredCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents } from "../checkouts/price.ts";
import { checkouts } from "../checkouts/tables.ts";
import { setHeldCredit } from "../credit/checkout-credit.server.ts";
import { loadFacts, type StoredFacts } from "./facts.server.ts";
import { hasPart } from "./model/held.ts";
import { hasMoney } from "./model/payment.ts";
import { quotes } from "./tables.ts";

/** What the amount due of a checkout results from, and what is said of its changes. */
type Reductions = Pick<
  StoredCheckout,
  "package" | "couponCode" | "couponCents" | "creditCents" | "changes"
>;

/**
 * Sets what coupon and credit take off the price of a locked, open checkout. When the amount due changes its quotes are
 * withdrawn: the next one (`openQuote`) has their rate and their end. Refused once money was seen. Credit beyond the price
 * returns to its account; the caller has taken what is added.
 */
export async function setReductions(
  tx: Db,
  checkout: StoredCheckout,
  change: Partial<Reductions> & { now: Date },
): Promise<Result<StoredCheckout, "not-open" | "money-seen">> {
  return checkout.state === "open" ? reduce(tx, checkout, change) : err("not-open");
}

/**
 * Returns the credit that a locked checkout without an order holds, whose buyer has left it or may no longer act. Refused
 * once money was seen, unless it is too little to be meant as the payment.
 */
export async function releaseCredit(
  tx: Db,
  checkout: StoredCheckout,
  { now, changes = checkout.changes }: { now: Date; changes?: StoredCheckout["changes"] },
): Promise<Result<StoredCheckout, "money-seen">> {
  return reduce(tx, checkout, { creditCents: 0, changes, now }, hasPart);
}

async function reduce(
  tx: Db,
  checkout: StoredCheckout,
  { now, ...reductions }: Partial<Reductions> & { now: Date },
  isFixedBy: (facts: StoredFacts) => boolean = hasMoney,
): Promise<Result<StoredCheckout, "money-seen">> {
  const reduced = { ...checkout, ...reductions };
  const creditCents = Math.min(reduced.creditCents, dueCents({ ...reduced, creditCents: 0 }));
  const changed = { ...reduced, creditCents, updatedAt: now };
  if (dueCents(changed) !== dueCents(checkout)) {
    const facts = await loadFacts(tx, checkout.id);
    if (isFixedBy(facts)) return err("money-seen");
    if (facts.quotes.length > 0) await withdrawQuotes(tx, checkout.id, now);
  }
  const { id: checkoutId } = checkout;
  await tx
    .update(checkouts)
    .set({ ...reductions, creditCents, updatedAt: now })
    .where(eq(checkouts.id, checkoutId));
  if (creditCents < checkout.creditCents)
    await setHeldCredit(tx, { checkoutId, cents: creditCents, now });
  return ok(changed);
}

/** Withdraws the quotes of a locked checkout: they settle nothing any more. */
async function withdrawQuotes(tx: Db, checkoutId: string, now: Date): Promise<void> {
  await tx
    .update(quotes)
    .set({ withdrawnAt: now })
    .where(and(eq(quotes.checkoutId, checkoutId), isNull(quotes.withdrawnAt)));
  await notify(tx, CHANGES_CHANNEL, `checkout:${checkoutId}`);
}
