import { z } from "zod";
import { ok, err } from "#lib/result.ts";
import type { PaymentProvider } from "../provider.ts";
import { type StripeApi, stripeLibrary } from "./stripe-api.server.ts";
import { isStripeFailure } from "./stripe-errors.ts";

/** Maximum age of a webhook, as Stripe recommends; an older one may be a replay. */
const TOLERANCE_SECONDS = 300;

const eventSchema = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({ id: z.string().optional(), payment_intent: z.string().nullish() }),
  }),
});

const sessionsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Returns a reader that verifies Stripe's webhooks and finds the session they are about. */
export function webhookReader(secret: string, api: StripeApi): PaymentProvider["readWebhook"] {
  return async (body, headers, now) => {
    const event = await verifyEvent(body, headers.get("stripe-signature"), secret, now);
    if (event === null) return err("not-genuine");
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) return ok(null);
    const { type, data } = parsed.data;
    const { id, payment_intent: payment } = data.object;
    if (type.startsWith("checkout.session.")) return ok(id ? { reference: id } : null);
    // Charges, refunds and disputes refer to their PaymentIntent, by which the session is found.
    if (!/^(?:charge|refund)\./.test(type) || !payment) return ok(null);
    return api(async (stripe) => {
      const found = await stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 });
      const [session] = sessionsSchema.parse(found).data;
      return session ? { reference: session.id } : null;
    });
  };
}

async function verifyEvent(
  body: string,
  signature: string | null,
  secret: string,
  now: Date,
): Promise<unknown> {
  const { Stripe } = await stripeLibrary();
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature ?? "",
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    const isForged = isStripeFailure(error) && error.type === "StripeSignatureVerificationError";
    // A valid signature over invalid JSON is not an event of Stripe's.
    if (isForged || error instanceof SyntaxError) return null;
    throw error;
  }
}
