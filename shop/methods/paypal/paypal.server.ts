import { ANY_AMOUNT } from "../amount-limits.ts";
import { z } from "zod";
import { ok, err } from "#lib/result.ts";
import type { PageRequest, PaymentProvider } from "../provider.ts";
import { disputesOf } from "./disputes.server.ts";
import { amountOf } from "./money-text.ts";
import {
  isBounced,
  pageStatusOf,
  orderSchema,
  pageSchema,
  type PaypalOrder,
  receivedIn,
} from "./order.ts";
import { type PaypalAccess, type PaypalCall, paypalApi, PaypalError } from "./paypal-api.server.ts";
import { webhookReader } from "./paypal-messages.server.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";

/** How long a buyer has to approve an order; PayPal may allow an account more. */
const APPROVAL_MS = 3 * HOUR_MS;
/** PayPal's limit, in characters. */
const MAX_DESCRIPTION = 127;

/** The funding source was declined: the buyer can choose another on the same page. */
const DECLINED = [
  "INSTRUMENT_DECLINED",
  "PAYER_ACTION_REQUIRED",
  "PAYER_CANNOT_PAY",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  "TRANSACTION_REFUSED",
];
/** Captured by another request, or the approval was withdrawn: the order has to be read again. */
const REREAD = ["ORDER_ALREADY_CAPTURED", "ORDER_NOT_APPROVED"];

const refundSchema = z.object({ id: z.string(), status: z.string().optional() });

/** Implements PayPal with its Orders API v2. The reference of a receipt is its capture's id. */
export function paypalProvider(access: PaypalAccess): PaymentProvider {
  const api = paypalApi(access);

  return {
    method: "paypal",
    // Any positive amount (https://developer.paypal.com/api/errors/overview/); the greatest depends on the accounts.
    limits: ANY_AMOUNT,
    pageOrigins: access.pageOrigins,

    async openPage(request, signal) {
      const { idempotencyKey: requestId, email, now } = request;
      const response = await api(async (call) => {
        const make = (email_address: string | undefined, requestId: string) => {
          const body = JSON.stringify(orderOf(request, email_address));
          return call(pageSchema, "/v2/checkout/orders", { body, requestId });
        };
        return make(email, requestId).catch((error: unknown) => {
          // The email only prefills the page, and PayPal may reject addresses that the shop accepts.
          const isAddress = error instanceof PaypalError && error.field?.endsWith("/email_address");
          if (!isAddress) throw error;
          return make(undefined, `${requestId}-without-email`);
        });
      }, signal);
      if (!response.ok) return response;
      const { id, create_time, links } = response.value;
      const page = links.find(({ rel }) => rel === "payer-action" || rel === "approve");
      if (!page)
        return err({ kind: "unavailable", detail: `PayPal: no approval link order=${id}` });
      const created = create_time === undefined ? now : new Date(create_time);
      const expiresAt = addMs(created, APPROVAL_MS);
      return ok({ reference: id, url: page.href, expiresAt });
    },

    async fetchStatus(reference, { collect = true, signal } = {}) {
      return api(async (call) => {
        const found = await find(call, reference);
        if (!found) return null;
        const order = found.status === "APPROVED" && collect ? await capture(call, found) : found;
        return order && pageStatusOf(order, await disputesOf(call, receivedIn(order)));
      }, signal);
    },

    // PayPal cannot cancel an order; it expires three hours after its creation. An approval until then is not captured
    // by `fetchStatus` with `collect: false`, so nothing is paid.
    close: () => Promise.resolve(ok(undefined)),

    readWebhook: webhookReader(access.webhookId, api),

    async refund({ receipt, cents, currency, idempotencyKey }, signal) {
      const post = {
        body: JSON.stringify({ amount: amountOf(cents, currency) }),
        requestId: idempotencyKey,
      };
      const path = `/v2/payments/captures/${encodeURIComponent(receipt)}/refund`;
      const response = await api((call) => call(refundSchema, path, post), signal);
      if (!response.ok) return response;
      const { id, status } = response.value;
      if (isBounced(status))
        return err({ kind: "refused", detail: `PayPal: refund ${id} has status ${status}` });
      return ok({ reference: id });
    },
  };
}

function orderOf(request: PageRequest, email_address: string | undefined): object {
  const { checkoutId, cents, title, successUrl, cancelUrl } = request;
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        amount: amountOf(cents, "USD"),
        custom_id: checkoutId,
        description: title.slice(0, MAX_DESCRIPTION),
      },
    ],
    payment_source: {
      paypal: {
        email_address,
        experience_context: {
          user_action: "PAY_NOW",
          shipping_preference: "NO_SHIPPING",
          return_url: successUrl,
          cancel_url: cancelUrl,
        },
      },
    },
  };
}

async function find(call: PaypalCall, id: string): Promise<PaypalOrder | null> {
  try {
    return await call(orderSchema, `/v2/checkout/orders/${encodeURIComponent(id)}`);
  } catch (error) {
    // PayPal forgets orders that were not approved in time.
    if (error instanceof PaypalError && error.status === 404) return null;
    throw error;
  }
}

/** Captures an approved order and returns it. Idempotent: PayPal captures an order once. */
async function capture(call: PaypalCall, order: PaypalOrder): Promise<PaypalOrder | null> {
  const { id, update_time = "" } = order;
  try {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
    // The key includes the approval's time: after a decline, a second approval is a new request.
    await call(z.object({ id: z.string() }), path, {
      body: "{}",
      requestId: `collect-${id}-${update_time}`,
    });
  } catch (error) {
    const issue = error instanceof PaypalError ? (error.issue ?? "") : "";
    if (DECLINED.includes(issue)) return order;
    if (!REREAD.includes(issue)) throw error;
  }
  return find(call, id);
}
