import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { type Checkout, emailOf } from "../checkouts/checkout.ts";
import { lockCheckout, toCheckout } from "../checkouts/lock-checkout.server.ts";
import { checkCode, type CodeProblem } from "../payments/coupon-uses.server.ts";
import { setReductions } from "../payments/reductions.server.ts";

type ReductionError = "not-open" | "money-seen";

/**
 * Applies a code to an open checkout, in place of another one. The amount due changes, so its quotes are withdrawn and the
 * caller opens the next one. Nothing is taken yet: the amount that is held or the order that is placed takes the use.
 */
export async function applyCode(
  db: Db,
  { checkoutId, code, now }: { checkoutId: string; code: string; now: Date },
): Promise<Result<Checkout, CodeProblem | ReductionError | "no-recipient">> {
  return db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (!checkout) return err("not-open");
    const { email, package: pkg } = checkout;
    if (!email) return err("no-recipient");
    const applied = await checkCode(tx, { code, package: pkg, email, checkoutId, now });
    if (!applied.ok) return applied;
    const changed = await setReductions(tx, checkout, { ...applied.value, now });
    return changed.ok ? ok(toCheckout(changed.value)) : changed;
  });
}

/** Takes the code off an open checkout, whose quotes are withdrawn. */
export async function removeCode(
  db: Db,
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<Result<Checkout, ReductionError>> {
  return db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (!checkout) return err("not-open");
    const changed = await setReductions(tx, checkout, { couponCode: null, couponCents: 0, now });
    return changed.ok ? ok(toCheckout(changed.value)) : changed;
  });
}

/** Returns why the code that a checkout remembers is not applied; null if it is applied, or there is none. */
export async function whyCodeRefused(
  db: Db,
  checkout: Checkout,
  now: Date,
): Promise<string | null> {
  const { couponCode: code, couponCents, package: pkg } = checkout;
  const email = emailOf(checkout);
  if (code === null || couponCents > 0 || email === null) return null;
  const checked = await checkCode(db, { code, package: pkg, email, checkoutId: checkout.id, now });
  return checked.ok ? null : checked.error.text;
}
