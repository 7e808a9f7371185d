import { data, href } from "react-router";
import { clientAddressContext } from "#app/context.ts";
import { actingAccountOf } from "#app/current-checkout.server.ts";
import { withNotice } from "#app/notices.ts";
import { pageToPayOn } from "#app/pay.server.ts";
import { redirect, redirectOutside } from "#app/redirects.ts";
import { offersFrom, settingsOf } from "#app/shop-cache.server.ts";
import { textOf } from "#lib/form.ts";
import { confirmOrder } from "#shop/checkout/confirm-order.server.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { t } from "#messages/translate.ts";
import type { Route } from "./+types/route";
import { readConsent } from "../shared/consent-form.ts";
import { orderPath } from "../shared/order-paths.ts";
import {
  continueToPayment,
  type Outcome,
  takenOffSale,
  tooManyUnpaid,
} from "./continue-to-payment.server.ts";
import { stepPath } from "./step-path.ts";
import { readCheckout, type Submission } from "./submission.server.ts";

/** Confirm Order places the order, and leads to its payment. */
export async function confirmCheckout(submission: Submission): Promise<Outcome> {
  const { context, services, form, visitorHash, headers, now } = submission;
  const { db, policy } = services;
  const settings = await settingsOf(context);
  const consent = readConsent(form, settings);
  if (!consent.ok) return data({ errors: {}, message: consent.error }, { status: 400 });
  const confirmed = await confirmOrder(db, {
    visitorHash,
    checkoutId: textOf(form, "checkoutId"),
    offers: offersFrom(context, settings),
    policy,
    details: textOf(form, "details") || null,
    terms: form.has("vat")
      ? {
          method: textOf(form, "method"),
          vat: textOf(form, "vat"),
          vatBasisPoints: settings.vatBasisPoints,
        }
      : null,
    from: context.get(clientAddressContext),
    account: actingAccountOf(context),
    consent: consent.value,
    now,
  });
  if (confirmed.ok) return redirectToPayment(context, confirmed.value, headers);
  switch (confirmed.error) {
    case "too-many-unpaid":
      return tooManyUnpaid();
    case "taken-off-sale":
      return takenOffSale();
    case "changed":
      return data({ errors: {}, message: t("checkout.changedElsewhere") }, { status: 409 });
    case "not-payable":
      return showChanges(submission, settings);
    case "no-quote":
      return redirect(stepPath("payment"), { headers });
    case "terms-changed":
      return showChanges(submission, settings);
    default:
      return redirect(href("/checkout"), { headers });
  }
}

/** Leads back to step 2, which says what changed, with the amount of now. */
async function showChanges(submission: Submission, settings: Settings) {
  const checkout = await readCheckout(submission);
  if (!checkout) return redirect(href("/checkout"), { headers: submission.headers });
  return continueToPayment(submission, checkout, settings);
}

/** Redirects to the provider's payment page of a placed order, or to the order's own page. */
async function redirectToPayment(
  context: Route.ActionArgs["context"],
  order: StoredOrder,
  headers: HeadersInit,
) {
  const page = await pageToPayOn(context, order);
  if (page.ok && page.value) return redirectOutside(page.value, { headers });
  const notice = page.ok ? "placed" : "page-unavailable";
  return redirect(withNotice(orderPath(order.id), notice), { headers });
}
