import { z } from "zod";
import { ok, err } from "#lib/result.ts";
import type { PageRequest, PaymentProvider } from "../provider.ts";
import { disputesOf } from "./disputes.server.ts";
import { amountOf } from "./money-text.ts";
import {
  isBounced,
  newsOf,
  orderSchema,
  pageSchema,
  type PaypalOrder,
  receivedIn,
} from "./order.ts";
import {
  type PaypalAccess,
  type PaypalCall,
  paypalApi,
  PaypalProblem,
} from "./paypal-api.server.ts";
import { messageReader } from "./paypal-messages.server.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";

/** How long a buyer has to approve an order; PayPal may grant an account more. */
const APPROVAL_MS = 3 * HOUR_MS;
/** PayPal's own limits, in characters. */
const MAX_DESCRIPTION = 127;

/** The buyer's way to pay did not do: PayPal lets them choose another on the same page. */
const CHOOSE_ANEW = [
  "INSTRUMENT_DECLINED",
  "PAYER_ACTION_REQUIRED",
  "PAYER_CANNOT_PAY",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  "TRANSACTION_REFUSED",
];
/** Somebody else has collected it, or the buyer's approval has been taken back: the order says what is so. */
const ASK_AGAIN = ["ORDER_ALREADY_CAPTURED", "ORDER_NOT_APPROVED"];

const refundSchema = z.object({ id: z.string(), status: z.string().optional() });

/** PayPal, by its Orders API, version 2. A receipt is known by its capture. */
export function paypalProvider(access: PaypalAccess): PaymentProvider {
  const api = paypalApi(access);

  return {
    method: "paypal",
    pageOrigins: access.pageOrigins,

    async openPage(request, signal) {
      const { idempotencyKey: requestId, email, now } = request;
      const made = await api(async (call) => {
        const make = (email_address: string | undefined, requestId: string) => {
          const body = JSON.stringify(orderOf(request, email_address));
          return call(pageSchema, "/v2/checkout/orders", { body, requestId });
        };
        return make(email, requestId).catch((error: unknown) => {
          // It is only there to spare the buyer typing it, and what PayPal takes for an address may be less.
          const isAddress =
            error instanceof PaypalProblem && error.field?.endsWith("/email_address");
          if (!isAddress) throw error;
          return make(undefined, `${requestId}-without-email`);
        });
      }, signal);
      if (!made.ok) return made;
      const { id, create_time, links } = made.value;
      const page = links.find(({ rel }) => rel === "payer-action" || rel === "approve");
      if (!page) return err({ kind: "unavailable", detail: `PayPal: no page for the order ${id}` });
      const created = create_time === undefined ? now : new Date(create_time);
      const expiresAt = addMs(created, APPROVAL_MS);
      return ok({ reference: id, url: page.href, expiresAt });
    },

    async ask(reference, { collect = true, signal } = {}) {
      return api(async (call) => {
        const found = await find(call, reference);
        if (!found) return null;
        const order = found.status === "APPROVED" && collect ? await collected(call, found) : found;
        return order && newsOf(order, await disputesOf(call, receivedIn(order)));
      }, signal);
    },

    // An order cannot be taken back at PayPal: it ends by itself, three hours after it was made. What a buyer still
    // approves is not collected where `ask` is told so, and then nothing is paid.
    close: () => Promise.resolve(ok(undefined)),

    readMessage: messageReader(access.webhookId, api),

    async refund({ receipt, cents, currency, idempotencyKey }, signal) {
      const post = {
        body: JSON.stringify({ amount: amountOf(cents, currency) }),
        requestId: idempotencyKey,
      };
      const path = `/v2/payments/captures/${encodeURIComponent(receipt)}/refund`;
      const made = await api((call) => call(refundSchema, path, post), signal);
      if (!made.ok) return made;
      const { id, status } = made.value;
      if (isBounced(status))
        return err({ kind: "refused", detail: `PayPal: the refund ${id} is ${status}` });
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
    // PayPal knows nothing more of orders that nobody approved in time.
    if (error instanceof PaypalProblem && error.status === 404) return null;
    throw error;
  }
}

/** Takes the money that the buyer has approved. An order gives its money once, however often it is asked. */
async function collected(call: PaypalCall, order: PaypalOrder): Promise<PaypalOrder | null> {
  const { id, update_time = "" } = order;
  try {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
    // With the approval's own key: after a decline the buyer may approve once more, and that is another request.
    await call(z.object({ id: z.string() }), path, {
      body: "{}",
      requestId: `collect-${id}-${update_time}`,
    });
  } catch (error) {
    const issue = error instanceof PaypalProblem ? (error.issue ?? "") : "";
    if (CHOOSE_ANEW.includes(issue)) return order;
    if (!ASK_AGAIN.includes(issue)) throw error;
  }
  return find(call, id);
}
