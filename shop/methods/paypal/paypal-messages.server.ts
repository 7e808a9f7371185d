import { z } from "zod";
import { ok, err } from "#lib/result.ts";
import type { PaymentProvider } from "../provider.ts";
import { idIn } from "./order.ts";
import { type PaypalApi, type PaypalCall, PaypalProblem } from "./paypal-api.server.ts";
import { DAY_MS } from "#lib/time.ts";

/** PayPal goes on trying to deliver a message for three days; what is older was kept by somebody. */
const TOLERANCE_MS = 3 * DAY_MS;

const verdictSchema = z.object({ verification_status: z.string() });

const relatedSchema = z.object({
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
});

const eventSchema = z.object({
  event_type: z.string(),
  resource: relatedSchema.extend({
    id: z.string().optional(),
    links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().optional() }))
      .default([]),
  }),
});
type PaypalEvent = z.output<typeof eventSchema>;

/**
 * Reads what PayPal posts: which order it is about. PayPal itself is asked whether it sent that, and then what has
 * happened.
 */
export function messageReader(webhookId: string, api: PaypalApi): PaymentProvider["readMessage"] {
  return async (body, headers, now) => {
    const envelope = envelopeOf(headers);
    const event = parse(body);
    if (!envelope || event === null || isStale(envelope.transmission_time, now))
      return err("not-genuine");
    const read = await api(async (call) => {
      if (!(await isGenuine(call, { ...envelope, webhook_id: webhookId }, body)))
        return "not-genuine" as const;
      const parsed = eventSchema.safeParse(event);
      const id = parsed.success ? await orderOf(call, parsed.data) : null;
      return id === null ? null : { reference: id };
    });
    if (!read.ok) return read;
    return read.value === "not-genuine" ? err("not-genuine") : ok(read.value);
  };
}

async function isGenuine(
  call: PaypalCall,
  envelope: Record<string, string>,
  body: string,
): Promise<boolean> {
  // The event goes back as the very text that came: what is signed is that, not what it says.
  const question = `${JSON.stringify(envelope).slice(0, -1)},"webhook_event":${body}}`;
  try {
    const path = "/v1/notifications/verify-webhook-signature";
    const { verification_status } = await call(verdictSchema, path, { body: question });
    return verification_status === "SUCCESS";
  } catch (error) {
    // An envelope that no message of PayPal's has.
    if (error instanceof PaypalProblem && [400, 422].includes(error.status ?? 0)) return false;
    throw error;
  }
}

async function orderOf(call: PaypalCall, event: PaypalEvent): Promise<string | null> {
  const { event_type: type, resource } = event;
  if (type.startsWith("CHECKOUT.ORDER.")) return resource.id ?? null;
  if (type.startsWith("PAYMENT.CAPTURE.") || type.startsWith("PAYMENT.REFUND.")) {
    const told = orderIn(resource);
    // A refund's own id says nothing of its order: it knows the capture, and that the order.
    const capture = idIn(resource.links, "up") ?? resource.id;
    return told ?? (capture ? orderOfCapture(call, capture) : null);
  }
  if (!type.startsWith("CUSTOMER.DISPUTE.")) return null;
  const capture = resource.disputed_transactions[0]?.seller_transaction_id;
  return capture ? orderOfCapture(call, capture) : null;
}

async function orderOfCapture(call: PaypalCall, id: string): Promise<string | null> {
  try {
    const path = `/v2/payments/captures/${encodeURIComponent(id)}`;
    return orderIn(await call(relatedSchema, path));
  } catch (error) {
    // A payment that came another way than by an order of this shop.
    if (error instanceof PaypalProblem && error.status === 404) return null;
    throw error;
  }
}

function orderIn({ supplementary_data }: z.output<typeof relatedSchema>): string | null {
  return supplementary_data?.related_ids?.order_id ?? null;
}

function envelopeOf(headers: Headers) {
  const of = (name: string) => headers.get(`paypal-${name}`) ?? "";
  const envelope = {
    auth_algo: of("auth-algo"),
    cert_url: of("cert-url"),
    transmission_id: of("transmission-id"),
    transmission_sig: of("transmission-sig"),
    transmission_time: of("transmission-time"),
  };
  return Object.values(envelope).includes("") ? null : envelope;
}

function isStale(time: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(time);
  return !(age <= TOLERANCE_MS);
}

/** The event; null for a text that is no JSON object, which could say something else where it is put. */
function parse(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
