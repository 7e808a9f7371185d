import { pathOf } from "#messages/languages.ts";
import { actingAccountOf, creditAccountOf } from "#app/current-checkout.server.ts";
import { leastPayable } from "#shop/methods/methods.ts";
import { redirect } from "#app/redirects.ts";
import { offersFrom, settingsOf } from "#app/shop-cache.server.ts";
import { takeCreditBack } from "#shop/checkout/account-takings.server.ts";
import { applyCredit, removeCredit } from "#shop/checkout/credit.server.ts";
import { continueToPayment, type Outcome } from "./continue-to-payment.server.ts";
import { readOwn, type Submission } from "./submission.server.ts";

/** Uses the buyer's credit on step 2, and opens the amount that is then due. */
export async function spendCredit(submission: Submission): Promise<Outcome> {
  const { context, services, url, headers, now } = submission;
  const { db } = services;
  const checkout = await readOwn(submission);
  if (checkout instanceof Response) return checkout;
  const change = { checkoutId: checkout.id, now };
  const account = creditAccountOf(context);
  const settings = await settingsOf(context);
  const leastCents = leastPayable(offersFrom(context, settings));
  const applied = account && (await applyCredit(db, { ...change, account, leastCents }));
  // The page shows what there is now: a payment, no credit, or no account.
  if (!applied?.ok) return redirect(pathOf(url), { headers });
  const outcome = await continueToPayment(submission, applied.value, settings);
  if (outcome instanceof Response || outcome.data.message === null) return outcome;
  // There is no such amount in Bitcoin: the one from before is opened again.
  const removed = await removeCredit(db, change);
  if (removed.ok) await continueToPayment(submission, removed.value, settings);
  return outcome;
}

/** Takes the credit off the price, and opens the amount that is due without it. */
export async function takeCreditOff(submission: Submission): Promise<Outcome> {
  const { context, services, now } = submission;
  const checkout = await readOwn(submission);
  if (checkout instanceof Response) return checkout;
  const removed = await removeCredit(services.db, { checkoutId: checkout.id, now });
  const open = removed.ok ? removed.value : checkout;
  return continueToPayment(submission, open, await settingsOf(context));
}

/** Takes the credit back that other checkouts of the account hold, which were left. */
export async function takeBack({
  context,
  services: { db },
  url,
  visitorHash,
  headers,
  now,
}: Submission): Promise<Outcome> {
  const account = actingAccountOf(context);
  if (account) await takeCreditBack(db, { userId: account.id, visitorHash, now });
  return redirect(pathOf(url), { headers });
}
