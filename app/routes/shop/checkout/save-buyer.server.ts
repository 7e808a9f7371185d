import { data } from "react-router";
import { actingAccountOf } from "#app/current-checkout.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { parseForm } from "#lib/form.ts";
import type { Goods } from "#shop/catalog/goods.ts";
import { safeGiftSchema } from "#shop/checkouts/safe-buyer.server.ts";
import type { Checkout } from "#shop/checkouts/checkout.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import { t } from "#messages/translate.ts";
import { continueToPayment, type Outcome } from "./continue-to-payment.server.ts";
import type { CheckoutActionData } from "./recipient-step.tsx";
import type { Submission } from "./submission.server.ts";

/** Continue on step 1 of credit or of a gift code: saves who buys it for whom. Credit is for the signed-in account. */
export async function saveBuyer(
  submission: Submission,
  checkout: Checkout,
  kind: NonNullable<Goods["kind"]>,
  values: NonNullable<CheckoutActionData["values"]>,
): Promise<Outcome> {
  const { context, services, now } = submission;
  const { db } = services;
  const settings = await settingsOf(context);
  const account = actingAccountOf(context);
  if (kind === "credit") {
    if (!account?.emailVerified)
      return data(
        { errors: {}, values, message: t("checkout.creditNeedsSignIn") },
        { status: 403 },
      );
    const nobody = { tiktokUsername: null, tiktokUid: null, giftEmail: null, giftMessage: "" };
    await saveRecipient(db, checkout.id, { ...nobody, email: account.email }, now, account);
  } else {
    const parsed = parseForm(safeGiftSchema, values);
    if (!parsed.ok) return data({ errors: parsed.error, values, message: null }, { status: 400 });
    await saveRecipient(db, checkout.id, parsed.value, now, account);
  }
  return continueToPayment(submission, checkout, settings);
}
