import { data, href } from "react-router";
import { clientAddressContext } from "#app/context.ts";
import { giveAttemptsBack, secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { redirect } from "#app/redirects.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { textOf } from "#lib/form.ts";
import { applyCode, removeCode } from "#shop/checkout/coupon.server.ts";
import { codeByAddress } from "#shop/limits/limits.server.ts";
import { t } from "#messages/translate.ts";
import { continueToPayment, type Outcome } from "./continue-to-payment.server.ts";
import { readOwn, type Submission } from "./submission.server.ts";

/** More is no code; it is shown again in the field. */
const TYPED_MAX = 100;

/** Applies the code that was entered on step 2, and opens the amount that is due with it. */
export async function enterCode(submission: Submission): Promise<Outcome> {
  const { context, services, form, headers, now } = submission;
  const { db } = services;
  const checkout = await readOwn(submission);
  if (checkout instanceof Response) return checkout;
  const typed = textOf(form, "code").slice(0, TYPED_MAX);
  const refused = (error: string, init: ResponseInit = { status: 400 }) =>
    data({ errors: {}, message: null, code: { typed, error } }, init);

  const attempts = [{ limit: codeByAddress, who: context.get(clientAddressContext) }];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return refused(message, init);
  }
  const applied = await applyCode(db, { checkoutId: checkout.id, code: typed, now });
  const isGuess =
    !applied.ok && typeof applied.error === "object" && applied.error.reason === "unknown";
  if (!isGuess) await giveAttemptsBack(db, attempts, now);
  if (!applied.ok) {
    if (typeof applied.error === "object") return refused(applied.error.text);
    if (applied.error === "money-seen") return refused(t("checkout.moneySeen"), { status: 409 });
    return redirect(href("/checkout"), { headers });
  }
  const settings = await settingsOf(context);
  const outcome = await continueToPayment(submission, applied.value, settings);
  if (outcome instanceof Response || outcome.data.message === null) return outcome;
  // There is no such amount in Bitcoin: the one from before is opened again.
  const removed = await removeCode(db, { checkoutId: checkout.id, now });
  if (removed.ok) await continueToPayment(submission, removed.value, settings);
  return refused(outcome.data.message);
}

/** Takes the code off, and opens the amount that is due without it. */
export async function takeCodeOff(submission: Submission): Promise<Outcome> {
  const { context, services, now } = submission;
  const checkout = await readOwn(submission);
  if (checkout instanceof Response) return checkout;
  const removed = await removeCode(services.db, { checkoutId: checkout.id, now });
  const open = removed.ok ? removed.value : checkout;
  return continueToPayment(submission, open, await settingsOf(context));
}
