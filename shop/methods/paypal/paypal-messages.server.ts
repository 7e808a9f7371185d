import { z } from "zod";
import { ok, err } from "#lib/result.ts";
import type { PaymentProvider } from "../provider.ts";
import { linkSchema, parentIn } from "./order.ts";
import { type PaypalApi, type PaypalCall, PaypalError } from "./paypal-api.server.ts";
import { DAY_MS } from "#lib/time.ts";

/** PayPal retries a webhook for three days; an older one is a replay. */
const TOLERANCE_MS = 3 * DAY_MS;

const verdictSchema = z.object({ verification_status: z.string() });

const relatedSchema = z.object({
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  links: z.array(linkSchema).default([]),
});

const eventSchema = z.object({
  event_type: z.string(),
  resource: relatedSchema.extend({
    id: z.string().optional(),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().optional() }))
      .default([]),
  }),
});
type PaypalEvent = z.output<typeof eventSchema>;

/**
 * Returns a reader that verifies PayPal's webhooks with PayPal and finds the order they are about.
 */
export function webhookReader(webhookId: string, api: PaypalApi): PaymentProvider["readWebhook"] {
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
  // The signature covers the bytes of the body, so it is passed on unparsed.
  const request = `${JSON.stringify(envelope).slice(0, -1)},"webhook_event":${body}}`;
  try {
    const path = "/v1/notifications/verify-webhook-signature";
    const { verification_status } = await call(verdictSchema, path, { body: request });
    return verification_status === "SUCCESS";
  } catch (error) {
    // PayPal rejects an envelope that it cannot have sent.
    if (error instanceof PaypalError && [400, 422].includes(error.status ?? 0)) return false;
    throw error;
  }
}

async function orderOf(call: PaypalCall, event: PaypalEvent): Promise<string | null> {
  const { event_type: type, resource } = event;
  if (type.startsWith("CHECKOUT.ORDER.")) return resource.id ?? null;
  if (type.startsWith("PAYMENT.CAPTURE.") || type.startsWith("PAYMENT.REFUND.")) {
    const orderId = orderIn(resource);
    // A refund refers to its capture only.
    const capture = parentIn(resource.links, "captures") ?? resource.id;
    return orderId ?? (capture ? orderOfCapture(call, capture) : null);
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
    // A payment without an order of this shop.
    if (error instanceof PaypalError && error.status === 404) return null;
    throw error;
  }
}

/** Returns the order of a capture. Messages may lack the related ids, and name it by a link alone. */
function orderIn({ supplementary_data, links }: z.output<typeof relatedSchema>): string | null {
  return supplementary_data?.related_ids?.order_id ?? parentIn(links, "orders");
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

/** Parses the event; null unless it is a JSON object, since the body is inserted into another JSON text. */
function parse(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
