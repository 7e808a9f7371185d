import { data, href } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { actingAccountOf } from "#app/current-checkout.server.ts";
import { redirect } from "#app/redirects.ts";
import { offersFrom, settingsOf } from "#app/shop-cache.server.ts";
import { signedInOf } from "#app/session.server.ts";
import { withNotice } from "#app/notices.ts";
import { refuseWhilePaused } from "#app/sales-paused.ts";
import { forgetLinkedCode, readLinkedCode } from "#app/linked-code.server.ts";
import { ensureVisitor } from "#app/visitor.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { pathOf } from "#messages/languages.ts";
import {
  safeRecipientSchema,
  safeRecipientWithCountrySchema,
} from "#shop/checkouts/safe-buyer.server.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import { payableOffers } from "#shop/methods/methods.ts";
import { chooseMethod, selectPackage } from "#shop/checkout/steps.server.ts";
import { forgetChanges } from "#shop/checkout/terms-of-now.server.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import { findCoupon } from "#shop/promotions/coupons.server.ts";
import { removeRecipient } from "#shop/orders/recipients.server.ts";
import type { Route } from "./+types/route";
import { continueToPayment, type Outcome } from "./continue-to-payment.server.ts";
import { recipientChoices } from "./recipient-choices.server.ts";
import { stepPath } from "./step-path.ts";
import { confirmCheckout } from "./confirm-checkout.server.ts";
import { spendCredit, takeBack, takeCreditOff } from "./change-credit.server.ts";
import { saveBuyer } from "./save-buyer.server.ts";
import { enterCode, takeCodeOff } from "./enter-code.server.ts";
import { findConflict, readCheckout, type Submission } from "./submission.server.ts";

const intents = [
  "select",
  "account",
  "use-recipient",
  "remove-recipient",
  "method",
  "quote",
  "way",
  "code",
  "remove-code",
  "credit",
  "remove-credit",
  "take-back",
  "confirm",
] as const;
type Intent = (typeof intents)[number];

type Handler = (submission: Submission) => Promise<Outcome>;

const handlers = {
  select,
  account: saveAccount,
  "use-recipient": fillRecipient,
  "remove-recipient": forgetRecipient,
  method: switchMethod,
  quote: requote,
  way: requote,
  code: enterCode,
  "remove-code": takeCodeOff,
  credit: spendCredit,
  "remove-credit": takeCreditOff,
  "take-back": takeBack,
  confirm: confirmCheckout,
} satisfies Record<Intent, Handler>;

/** Handles the forms of the three steps, and Buy Now of the package cards. */
export async function action({ request, context, url }: Route.ActionArgs): Promise<Outcome> {
  const services = context.get(servicesContext);
  const { visitorHash, headers } = await ensureVisitor(request, services);
  const form = await readForm(request);
  const intent = intents.find((name) => name === form.get("intent"));
  if (!intent) throw data(null, { status: 400 });
  const now = new Date();
  return handlers[intent]({ request, context, services, url, form, visitorHash, headers, now });
}

/** Buy Now selects a package, and leads to step 1. */
async function select({ request, services, form, visitorHash, headers, now }: Submission) {
  const { db, secure } = services;
  refuseWhilePaused(services);
  const packageId = textOf(form, "packageId");
  const linked = await readLinkedCode(request, { secure });
  const coupon = linked === null ? null : await findCoupon(db, linked, { now });
  const couponCode = coupon?.coupon.code;
  const selected = await selectPackage(db, { visitorHash, packageId, couponCode, now });
  if (!selected.ok) {
    if (selected.error === "unknown") throw data(null, { status: 404 });
    return redirect(withNotice("/", `package-${selected.error}`), { headers });
  }
  const path = stepPath("account", selected.value.package.id);
  if (linked === null) return redirect(path, { headers });
  // From here on the checkout remembers the code.
  const both = new Headers(headers);
  both.append("set-cookie", await forgetLinkedCode({ secure }));
  return redirect(path, { headers: both });
}

const step1Fields = [
  "tiktokUsername",
  "tiktokUid",
  "email",
  "country",
  "giftEmail",
  "giftMessage",
] as const;

/** Continue on step 1 saves the recipient, and opens a quote if Bitcoin is the method. */
async function saveAccount(submission: Submission) {
  const { context, services, url, form, visitorHash, headers, now } = submission;
  const { db } = services;
  const open = await readCheckout(submission);
  if (!open) return redirect(href("/checkout"), { headers });
  const values = textsOf(form, step1Fields);
  const buyInstead = textOf(form, "buyInstead");
  let checkout = open;
  if (buyInstead) {
    refuseWhilePaused(services);
    const selected = await selectPackage(db, { visitorHash, packageId: buyInstead, now });
    if (!selected.ok && selected.error === "unknown") throw data(null, { status: 404 });
    if (!selected.ok) return data({ errors: {}, values, message: null }, { status: 409 });
    checkout = selected.value;
  } else if (await findConflict(db, url, open))
    return data({ errors: {}, values, message: null }, { status: 409 });
  const { kind } = checkout.package;
  if (kind) return saveBuyer(submission, checkout, kind, values);
  const settings = await settingsOf(context);
  const parsed = settings.vatByCountry
    ? parseForm(safeRecipientWithCountrySchema, values)
    : parseForm(safeRecipientSchema, values);
  if (!parsed.ok) return data({ errors: parsed.error, values, message: null }, { status: 400 });
  const from = context.get(clientAddressContext);
  const unknown = await services.accountChecks.findProblem(parsed.value, { settings, from, now });
  if (unknown)
    return data({ errors: { tiktokUsername: unknown }, values, message: null }, { status: 400 });
  await saveRecipient(db, checkout.id, parsed.value, now, actingAccountOf(context));
  const emailChanged = checkout.recipient?.email !== parsed.value.email;
  return continueToPayment(submission, checkout, settings, { emailChanged });
}

/** Fills the form of step 1 with an offered recipient, for browsers without JavaScript. */
async function fillRecipient({ context, form, visitorHash, headers }: Submission) {
  const { recipients } = await recipientChoices(context, visitorHash);
  const name = textOf(form, "tiktokUsername");
  const chosen = recipients.find(({ tiktokUsername }) => tiktokUsername === name);
  if (!chosen) return redirect(href("/checkout"), { headers });
  const values = { ...chosen, tiktokUid: chosen.tiktokUid ?? "" };
  return data({ errors: {}, values, message: null });
}

/** Removes one of the account's saved recipients. */
async function forgetRecipient({ context, services, url, form, headers, now }: Submission) {
  const account = signedInOf(context)?.account;
  const tiktokUsername = textOf(form, "tiktokUsername");
  if (account?.emailVerified) await removeRecipient(services.db, account, { tiktokUsername, now });
  return redirect(pathOf(url), { headers });
}

/** Saves another payment method, and opens a quote if it is Bitcoin. */
async function switchMethod(submission: Submission) {
  const { context, services, url, form, headers, now } = submission;
  const checkout = await readCheckout(submission);
  if (!checkout) return redirect(href("/checkout"), { headers });
  if (await findConflict(services.db, url, checkout)) return redirect(pathOf(url), { headers });
  const settings = await settingsOf(context);
  const method = textOf(form, "method");
  const offers = offersFrom(context, settings);
  const chosen = offers.find((offer) => offer.method === method);
  if (!chosen) throw data(null, { status: 400 });
  // The page says which amounts it takes.
  if (!payableOffers(offers, dueCents(checkout)).includes(chosen))
    return redirect(pathOf(url), { headers });
  await forgetChanges(services.db, checkout.id);
  await chooseMethod(services.db, checkout.id, chosen.method, now);
  const outcome = await continueToPayment(submission, checkout, settings);
  // Step 2, which says why, is closed while the method is Bitcoin and there is no amount.
  if (!(outcome instanceof Response))
    await chooseMethod(services.db, checkout.id, checkout.paymentMethod, now);
  return outcome;
}

/** 'Get a new amount', and the choice of Lightning or the chain. */
async function requote(submission: Submission) {
  const { context, services, url, headers } = submission;
  const checkout = await readCheckout(submission);
  if (!checkout) return redirect(href("/checkout"), { headers });
  if (await findConflict(services.db, url, checkout)) return redirect(pathOf(url), { headers });
  return continueToPayment(submission, checkout, await settingsOf(context));
}
