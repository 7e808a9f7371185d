import type { Stripe } from "stripe";
import { z } from "zod";
import { type Result, ok, err } from "#lib/result.ts";
import type { PageRequest, PaymentProvider, ProviderError } from "../provider.ts";
import { amountOf } from "./minor-units.ts";
import {
  disputesSchema,
  hasCharge,
  isBounced,
  pageStatusOf,
  pageSchema,
  refundsSchema,
  sessionSchema,
} from "./session.ts";
import { type StripeAccess, stripeApi } from "./stripe-api.server.ts";
import { isMissing, isInvalidRequest } from "./stripe-errors.ts";
import { webhookReader } from "./stripe-messages.server.ts";

const statusSchema = sessionSchema.pick({ status: true });
const refundSchema = z.object({ id: z.string(), status: z.string().nullable() });

/** In US dollars: 50 cents, and eight digits of cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const STRIPE_LIMITS = { leastCents: 50, mostCents: 99_999_999 };

/**
 * Implements Stripe with Checkout Sessions on its hosted page, so that no card data reaches the shop. The reference of
 * a receipt is its PaymentIntent's id.
 */
export function stripeProvider(access: StripeAccess): PaymentProvider {
  const api = stripeApi(access);

  return {
    method: "stripe",
    limits: STRIPE_LIMITS,
    pageOrigins: access.pageOrigins,

    async openPage(request, signal) {
      const { idempotencyKey, email } = request;
      const response = await api(async (stripe) => {
        const { sessions } = stripe.checkout;
        const params = paramsOf(request);
        const session = await sessions
          .create({ ...params, customer_email: email }, { idempotencyKey })
          .catch((error: unknown) => {
            // The email only prefills the page, and Stripe may reject addresses that the shop accepts.
            if (!isInvalidRequest(error, "customer_email")) throw error;
            return sessions.create(params, { idempotencyKey: `${idempotencyKey}-without-email` });
          });
        return pageSchema.parse(session);
      }, signal);
      if (!response.ok) return response;
      const { id, url, expires_at } = response.value;
      return ok({ reference: id, url, expiresAt: new Date(expires_at * 1000) });
    },

    async fetchStatus(reference, { signal } = {}) {
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
          return pageStatusOf(session, { refunds: none, disputes: none });
        const payment = { payment_intent: session.payment_intent.id, limit: 100 };
        // Listed even if the charge is not `disputed`: that flag leaves out inquiries.
        const [refunds, disputes] = await Promise.all([
          stripe.refunds.list(payment),
          stripe.disputes.list(payment),
        ]);
        return pageStatusOf(session, {
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
          // A session that does not exist cannot be paid.
          if (isMissing(error)) return;
          if (!isInvalidRequest(error)) throw error;
          const { status } = statusSchema.parse(await stripe.checkout.sessions.retrieve(reference));
          // Paid or expired meanwhile.
          if (status === "open") throw error;
        }
      }, signal);
    },

    readWebhook: webhookReader(access.webhookSecret, api),

    async refund({ receipt, cents, currency, idempotencyKey }, signal) {
      const amount = amountOf(cents, currency);
      if (amount === null)
        return err({
          kind: "refused",
          detail: `Stripe: amount is smaller than the minor unit of ${currency}`,
        });
      const response = await api(
        (stripe) =>
          stripe.refunds
            .create({ payment_intent: receipt, amount }, { idempotencyKey })
            .then((refund) => refundSchema.parse(refund)),
        signal,
      );
      if (!response.ok) return response;
      const { id, status } = response.value;
      if (isBounced(status))
        return err({ kind: "refused", detail: `Stripe: refund ${id} has status ${status}` });
      return ok({ reference: id });
    },
  };
}

/** Returns the session's parameters, equal on every retry: Stripe rejects an idempotency key with other parameters. */
function paramsOf(request: PageRequest) {
  const { checkoutId, cents, title, successUrl, cancelUrl } = request;
  const price_data = { currency: "usd", unit_amount: cents, product_data: { name: title } };
  return {
    mode: "payment",
    line_items: [{ quantity: 1, price_data }],
    client_reference_id: checkoutId,
    metadata: { checkoutId },
    payment_intent_data: { metadata: { checkoutId } },
    // The price is in US dollars and must be paid in them.
    adaptive_pricing: { enabled: false },
    success_url: successUrl,
    cancel_url: cancelUrl,
    // No `expires_at`, which would differ on a retry: by default a session is open for 24 hours, the maximum.
  } satisfies Stripe.Checkout.SessionCreateParams;
}
