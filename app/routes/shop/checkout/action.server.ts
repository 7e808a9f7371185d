import { data, href, redirect, redirectDocument } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { offersFrom, readShopVersionBy, settingsOf } from "#app/shop-cache.server.ts";
import { signedInOf } from "#app/session.server.ts";
import { withNotice } from "#app/notices.ts";
import { pageToPayOn } from "#app/pay.server.ts";
import { ensureVisitor } from "#app/visitor.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { type Recipient, recipientSchema } from "#shop/checkouts/checkout.ts";
import {
  chooseMethod,
  confirmOrder,
  readVisit,
  selectPackage,
} from "#shop/checkout/steps.server.ts";
import { chosenOffer, takesBitcoin } from "#shop/methods/methods.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import { firstWay, openPayment } from "#shop/payments/open-payment.server.ts";
import { readPaymentWay } from "#shop/payments/payment-view.ts";
import type { Route } from "./+types/route";
import { orderPath } from "../shared/order-paths.ts";
import { findConflict } from "./package-conflict.server.ts";
import { pathWithoutRate, stepPath } from "./step-path.ts";

const TOO_MANY_UNPAID =
  "Too many unpaid orders from you or your network. Pay one of them, or try again in an hour.";

const CHANGED =
  "You changed these details in another tab. Please check them, then confirm your order.";
const BELOW_DUST =
  "This package costs less than the smallest amount the Bitcoin network accepts. Please choose a larger one.";
/** Until the owner has confirmed the addresses of the wallet. */
const NOT_OPEN = "We are not taking payments yet. Please come back a little later.";
/** With a single fixed address, each open amount belongs to one buyer. */
const NO_FREE_AMOUNT =
  "Every payment amount near this price is in use right now. Please try again in a while, or choose another package.";

/** Handles the forms of the three steps, and Buy Now of the package cards. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { db, policy } = services;
  const { visitorHash, headers } = await ensureVisitor(request, services);
  const form = await readForm(request);
  const now = new Date();

  if (form.get("intent") === "select") {
    const selected = await selectPackage(db, {
      visitorHash,
      packageId: textOf(form, "packageId"),
      now,
    });
    if (!selected.ok) throw data(null, { status: 404 });
    return redirect(stepPath("account", selected.value.package.id), { headers });
  }

  if (form.get("intent") === "confirm") {
    const checkoutId = textOf(form, "checkoutId");
    const from = context.get(clientAddressContext);
    const account = signedInOf(context)?.account;
    const settings = await settingsOf(context);
    const confirmed = await confirmOrder(db, {
      visitorHash,
      checkoutId,
      offers: offersFrom(context, settings),
      policy,
      details: textOf(form, "details") || null,
      from,
      ownEmail: account?.emailVerified ? account.email : null,
      now,
    });
    if (confirmed.ok) return redirectToPayment(context, confirmed.value, headers);
    if (confirmed.error === "too-many-unpaid") return tooManyUnpaid();
    if (confirmed.error === "changed")
      return data({ errors: {}, message: CHANGED }, { status: 409 });
    return redirect(confirmed.error === "no-quote" ? stepPath("payment") : href("/checkout"), {
      headers,
    });
  }

  const { shopVersion, current } = await readVisit(db, visitorHash);
  readShopVersionBy(context, () => Promise.resolve(shopVersion));
  if (!current) return redirect(href("/checkout"), { headers });
  let { checkout } = current;
  let recipient: Recipient | null = null;
  const conflict = await findConflict(db, url, checkout);

  if (form.get("intent") === "account") {
    const values = textsOf(form, ["tiktokUsername", "tiktokUid", "email"]);
    const buyInstead = textOf(form, "buyInstead");
    if (conflict && !buyInstead)
      return data({ errors: {}, values, message: null }, { status: 409 });
    if (buyInstead) {
      const selected = await selectPackage(db, { visitorHash, packageId: buyInstead, now });
      if (!selected.ok) throw data(null, { status: 404 });
      checkout = selected.value;
    }
    const parsed = parseForm(recipientSchema, values);
    if (!parsed.ok) return data({ errors: parsed.error, values, message: null }, { status: 400 });
    recipient = parsed.value;
    const unknown = await findAccountProblem(context, recipient, now);
    if (unknown)
      return data({ errors: { tiktokUsername: unknown }, values, message: null }, { status: 400 });
  } else if (conflict) return redirect(`${url.pathname}${url.search}`, { headers });
  const settings = await settingsOf(context);
  const offers = offersFrom(context, settings);
  const paymentPath = stepPath("payment", checkout.package.id);
  let { method } = chosenOffer(offers, checkout.paymentMethod);
  if (form.get("intent") === "method") {
    const chosen = offers.find((offer) => offer.method === textOf(form, "method"));
    if (!chosen) throw data(null, { status: 400 });
    ({ method } = chosen);
    await chooseMethod(db, checkout.id, method, now);
  }
  const opensQuote = method === "bitcoin" && takesBitcoin(offers);
  if (recipient && !opensQuote) await saveRecipient(db, checkout.id, recipient, now);
  if (method !== "bitcoin") return redirect(paymentPath, { headers });
  if (!opensQuote)
    return data(
      { errors: {}, message: NOT_OPEN },
      { status: 503, headers: { "retry-after": "600" } },
    );
  // Continue on step 1, a choice of Bitcoin or of a way, and 'Get a new amount' all open a quote.
  const { lightning } = services;
  const way = readPaymentWay(textOf(form, "way"));
  const opened = await openPayment(db, {
    checkoutId: checkout.id,
    recipient,
    rate: services.prices.current(now),
    addresses: services.addresses,
    lightning,
    way: way ?? firstWay(lightning, checkout.package.priceCents, settings),
    memo: settings.shopName,
    settings,
    quoteSeconds: services.quoteSeconds,
    from: context.get(clientAddressContext),
    now,
  });
  if (!opened.ok && opened.error === "too-many-unpaid") return tooManyUnpaid();
  if (!opened.ok && opened.error === "below-dust")
    return data({ errors: {}, message: BELOW_DUST }, { status: 400 });
  if (!opened.ok && opened.error === "no-free-amount")
    return data(
      { errors: {}, message: NO_FREE_AMOUNT },
      { status: 503, headers: { "retry-after": "600" } },
    );
  if (!opened.ok && opened.error === "no-price")
    return redirect(pathWithoutRate(checkout.package.id), { headers });
  const shown = way && opened.ok ? `${paymentPath}&way=${opened.value}` : paymentPath;
  return redirect(shown, { headers });
}

/** Returns why the delivery adapter does not know the account; null if it does, or does not answer in time. */
async function findAccountProblem(
  context: Route.ActionArgs["context"],
  recipient: Recipient,
  now: Date,
): Promise<string | null> {
  const { accountChecks } = context.get(servicesContext);
  const from = context.get(clientAddressContext);
  const settings = await settingsOf(context);
  return accountChecks.findProblem(recipient, { settings, from, now });
}

/** Redirects to the provider's payment page of a placed order, or to the order's own page. */
async function redirectToPayment(
  context: Route.ActionArgs["context"],
  order: StoredOrder,
  headers: HeadersInit,
) {
  const page = await pageToPayOn(context, order);
  if (page.ok && page.value) return redirectDocument(page.value, { headers });
  const notice = page.ok ? "placed" : "page-unavailable";
  return redirect(withNotice(orderPath(order.id), notice), { headers });
}

function tooManyUnpaid() {
  return data(
    { errors: {}, message: TOO_MANY_UNPAID },
    { status: 429, headers: { "retry-after": "3600" } },
  );
}
