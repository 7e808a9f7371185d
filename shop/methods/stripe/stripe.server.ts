import type { Stripe } from "stripe";
import { z } from "zod";
import { type Result, ok, err } from "#lib/result.ts";
import type { PageRequest, PaymentProvider, ProviderError } from "../provider.ts";
import { amountOf } from "./minor-units.ts";
import {
  disputesSchema,
  hasCharge,
  isBounced,
  newsOf,
  pageSchema,
  refundsSchema,
  sessionSchema,
} from "./session.ts";
import { type StripeAccess, stripeApi } from "./stripe-api.server.ts";
import { isMissing, isNoWay } from "./stripe-errors.ts";
import { messageReader } from "./stripe-messages.server.ts";

const statusSchema = sessionSchema.pick({ status: true });
const refundSchema = z.object({ id: z.string(), status: z.string().nullable() });

/**
 * Stripe, by Checkout Sessions on its hosted page: no card ever reaches the shop. A receipt is known by its
 * PaymentIntent.
 */
export function stripeProvider(access: StripeAccess): PaymentProvider {
  const api = stripeApi(access);

  return {
    method: "stripe",
    pageOrigins: access.pageOrigins,

    async openPage(request, signal) {
      const { idempotencyKey, email } = request;
      const made = await api(async (stripe) => {
        const { sessions } = stripe.checkout;
        const params = paramsOf(request);
        const session = await sessions
          .create({ ...params, customer_email: email }, { idempotencyKey })
          .catch((error: unknown) => {
            // It is only there to spare the buyer typing it, and what Stripe takes for an address may be less.
            if (!isNoWay(error, "customer_email")) throw error;
            return sessions.create(params, { idempotencyKey: `${idempotencyKey}-without-email` });
          });
        return pageSchema.parse(session);
      }, signal);
      if (!made.ok) return made;
      const { id, url, expires_at } = made.value;
      return ok({ reference: id, url, expiresAt: new Date(expires_at * 1000) });
    },

    async ask(reference, { signal } = {}) {
      return api(async (stripe) => {
        const found = await stripe.checkout.sessions
          .retrieve(reference, { expand: ["payment_intent.latest_charge"] })
          .catch((error: unknown) => {
            if (isMissing(error)) return null;
            throw error;
          });
        if (!found) return null;
        const session = sessionSchema.parse(found);
        const none = { data: [] };
        if (!session.payment_intent || !hasCharge(session))
          return newsOf(session, { refunds: none, disputes: none });
        const payment = { payment_intent: session.payment_intent.id, limit: 100 };
        // Asked also when the charge says that nobody disputes it: a bank's first question does not count there.
        const [refunds, disputes] = await Promise.all([
          stripe.refunds.list(payment),
          stripe.disputes.list(payment),
        ]);
        return newsOf(session, {
          refunds: refundsSchema.parse(refunds),
          disputes: disputesSchema.parse(disputes),
        });
      }, signal);
    },

    async close(reference, signal): Promise<Result<void, ProviderError>> {
      return api(async (stripe) => {
        try {
          statusSchema.parse(await stripe.checkout.sessions.expire(reference));
        } catch (error) {
          // Nobody can pay on a page that is not there.
          if (isMissing(error)) return;
          if (!isNoWay(error)) throw error;
          const { status } = statusSchema.parse(await stripe.checkout.sessions.retrieve(reference));
          // Paid or expired meanwhile.
          if (status === "open") throw error;
        }
      }, signal);
    },

    readMessage: messageReader(access.webhookSecret, api),

    async refund({ receipt, cents, currency, idempotencyKey }, signal) {
      const amount = amountOf(cents, currency);
      if (amount === null)
        return err({ kind: "refused", detail: `Stripe has no such small part of ${currency}` });
      const made = await api(
        (stripe) =>
          stripe.refunds
            .create({ payment_intent: receipt, amount }, { idempotencyKey })
            .then((refund) => refundSchema.parse(refund)),
        signal,
      );
      if (!made.ok) return made;
      const { id, status } = made.value;
      if (isBounced(status))
        return err({ kind: "refused", detail: `Stripe: the refund ${id} is ${status}` });
      return ok({ reference: id });
    },
  };
}

/** The same for each time that the page is asked for: Stripe refuses a key that comes with anything else. */
function paramsOf(request: PageRequest) {
  const { checkoutId, cents, title, successUrl, cancelUrl } = request;
  const price_data = { currency: "usd", unit_amount: cents, product_data: { name: title } };
  return {
    mode: "payment",
    line_items: [{ quantity: 1, price_data }],
    client_reference_id: checkoutId,
    metadata: { checkoutId },
    payment_intent_data: { metadata: { checkoutId } },
    // What is paid is what is owed: dollars.
    adaptive_pricing: { enabled: false },
    success_url: successUrl,
    cancel_url: cancelUrl,
    // No `expires_at`, which would be another one each time: by itself a session is open for 24 hours, the longest
    // there is.
  } satisfies Stripe.Checkout.SessionCreateParams;
}
