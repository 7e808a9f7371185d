import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { kindOf } from "../catalog/goods.ts";
import type { ActingAccount, Checkout } from "../checkouts/checkout.ts";
import { lockCheckout, takenFrom, toCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents } from "../checkouts/price.ts";
import { checkouts } from "../checkouts/tables.ts";
import { holdCredit, readHeldCredit, setHeldCredit } from "../credit/checkout-credit.server.ts";
import { readBalance } from "../credit/credit.server.ts";
import { loadFacts } from "../payments/facts.server.ts";
import { hasMoney } from "../payments/model/payment.ts";
import { setReductions } from "../payments/reductions.server.ts";

type CreditError = "not-open" | "money-seen";

interface CreditInput {
  checkoutId: string;
  now: Date;
}

/**
 * Uses as much of a user's credit at an open checkout as there is and as the price takes, so that the rest can be paid. It is taken from the
 * account at once, so that of several checkouts only one has it, and returned when the checkout is left. Credit buys no
 * credit and no gift code.
 */
export async function applyCredit(
  db: Db,
  input: CreditInput & {
    account: ActingAccount;
    /** The least that a payment method takes, in cents: less than that is not left to be paid. */
    leastCents?: number;
  },
): Promise<Result<Checkout, CreditError | "no-credit" | "other-kind">> {
  const { account, leastCents = 1, now } = input;
  const userId = account.id;
  return db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, input.checkoutId);
    if (checkout?.state !== "open") return err("not-open");
    if (kindOf(checkout.package) !== "coins") return err("other-kind");
    if (hasMoney(await loadFacts(tx, checkout.id))) return err("money-seen");
    const { id: checkoutId } = checkout;
    const held = checkout.creditCents > 0 ? await readHeldCredit(tx, checkoutId) : null;
    // Another account signed in on this device before.
    const isOthers = held !== null && held.userId !== userId;
    if (isOthers) await setHeldCredit(tx, { checkoutId, cents: 0, now });
    const before = isOthers ? 0 : checkout.creditCents;
    const left = dueCents({ ...checkout, creditCents: before });
    const { cents: there } = await readBalance(tx, userId);
    const cents = there < left ? Math.min(there, left - leastCents) : left;
    const added = cents > 0 ? await holdCredit(tx, { checkoutId, userId, cents, now }) : 0;
    const creditCents = before + added;
    if (creditCents === 0 && checkout.creditCents === 0) return err("no-credit");
    await tx.update(checkouts).set(takenFrom(account)).where(eq(checkouts.id, checkoutId));
    const changed = await setReductions(tx, checkout, { creditCents, now });
    if (!changed.ok) throw new Error(`credit of checkout ${checkoutId}: ${changed.error}`);
    return creditCents > 0 ? ok(toCheckout(changed.value)) : err("no-credit");
  });
}

/** Takes the credit off the price of an open checkout again, and returns it. */
export async function removeCredit(
  db: Db,
  input: CreditInput,
): Promise<Result<Checkout, CreditError>> {
  return db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, input.checkoutId);
    if (!checkout) return err("not-open");
    const changed = await setReductions(tx, checkout, { creditCents: 0, now: input.now });
    return changed.ok ? ok(toCheckout(changed.value)) : changed;
  });
}
