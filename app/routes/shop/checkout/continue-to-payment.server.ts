import { data, href } from "react-router";
import { clientAddressContext, type ShopServices } from "#app/context.ts";
import { actingAccountOf } from "#app/current-checkout.server.ts";
import { redirect } from "#app/redirects.ts";
import { offersFrom } from "#app/shop-cache.server.ts";
import { textOf } from "#lib/form.ts";
import type { Checkout } from "#shop/checkouts/checkout.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import { chooseMethod, findTakenOffSale } from "#shop/checkout/steps.server.ts";
import { bringUpToDate } from "#shop/checkout/terms-of-now.server.ts";
import { chosenOffer, payableOffers, takesBitcoin } from "#shop/methods/methods.ts";
import { firstWay, openPayment } from "#shop/payments/open-payment.server.ts";
import { readShownWay } from "#shop/payments/payment-view.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { Route } from "./+types/route";
import type { CheckoutActionData } from "./recipient-step.tsx";
import { pathWithoutRate, stepPath } from "./step-path.ts";

/** A form that leads to step 2. */
export interface PaymentSubmission {
  context: Route.ActionArgs["context"];
  services: ShopServices;
  form: FormData;
  /** Set the visitor's cookie. */
  headers: HeadersInit;
  now: Date;
}

export type Outcome = Response | ReturnType<typeof data<CheckoutActionData>>;

/** Redirects to step 2. For Bitcoin it opens a quote first, in the requested way if there is one. */
export async function continueToPayment(
  submission: PaymentSubmission,
  open: Checkout,
  settings: Settings,
  { emailChanged = false } = {},
): Promise<Outcome> {
  const { context, services, form, headers, now } = submission;
  const { db, lightning, prices, addresses, quoteSeconds } = services;
  const account = actingAccountOf(context);
  const request = { account, opensAmount: true, emailChanged, now };
  const checkout = await bringUpToDate(db, open.id, request);
  if (!checkout) return redirect(href("/checkout"), { headers });
  const offers = offersFrom(context, settings);
  const path = stepPath("payment", checkout.package.id);
  const offSale = await findTakenOffSale(db, checkout, now);
  if (offSale && !offSale.isKept) return takenOffSale();
  const due = dueCents(checkout);
  const payable = payableOffers(offers, due);
  if (payable.length === 0 && offers.length > 0) return unpayable(due, checkout);
  if (due === 0 || chosenOffer(payable, checkout.paymentMethod).method !== "bitcoin")
    return redirect(path, { headers });
  // The amount that is held keeps its method, also when the owner puts another one first.
  if (checkout.paymentMethod === null) await chooseMethod(db, checkout.id, "bitcoin", now);
  // Until the owner has confirmed the addresses of the wallet.
  if (!takesBitcoin(offers)) return unavailable(t("checkout.notOpen"));
  const way = readShownWay(textOf(form, "way"));
  const opened = await openPayment(db, {
    checkoutId: checkout.id,
    rate: prices.current(now),
    addresses,
    lightning,
    way,
    firstWay: firstWay(lightning, due, settings),
    memo: settings.shopName,
    settings,
    quoteSeconds,
    from: context.get(clientAddressContext),
    now,
  });
  if (opened.ok) return redirect(way ? `${path}&way=${opened.value}` : path, { headers });
  switch (opened.error) {
    case "too-many-unpaid":
      return tooManyUnpaid();
    case "below-dust":
      return unpayable(due, checkout);
    case "no-free-amount":
      // With a single fixed address, each open amount belongs to one buyer.
      return unavailable(t("checkout.noFreeAmount"));
    case "no-price":
      return redirect(pathWithoutRate(checkout.package.id), { headers });
    default:
      return redirect(path, { headers });
  }
}

/** The answer once the package cannot be bought any more; the page shows the reason. */
export function takenOffSale() {
  return data({ errors: {}, message: null }, { status: 409 });
}

/** The answer to a visitor or a network with too many unpaid orders. */
export function tooManyUnpaid() {
  return data(
    { errors: {}, message: t("checkout.tooManyUnpaid") },
    { status: 429, headers: { "retry-after": "3600" } },
  );
}

function unpayable(due: number, { package: pkg }: Checkout) {
  const amount = money(due);
  const message =
    due < pkg.priceCents
      ? t("checkout.unpayableReduced", { amount })
      : t("checkout.unpayable", { amount });
  return data({ errors: {}, message }, { status: 400 });
}

function unavailable(message: string) {
  return data({ errors: {}, message }, { status: 503, headers: { "retry-after": "600" } });
}
