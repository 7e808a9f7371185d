import { z } from "zod";
import type { PageStatus, PageOutcome, ProviderReceipt } from "../provider.ts";
import { centsOf } from "./money-text.ts";

export const linkSchema = z.object({ href: z.string(), rel: z.string() });
export type PaypalLink = z.output<typeof linkSchema>;

const amountSchema = z.object({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().transform((text, context) => {
    const cents = centsOf(text);
    if (cents !== null) return cents;
    context.addIssue("is not a valid amount");
    return z.NEVER;
  }),
});

const captureSchema = z.object({
  id: z.string(),
  status: z.string(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
  amount: amountSchema,
  create_time: z.iso.datetime({ offset: true }),
});

const refundSchema = z.object({
  status: z.string(),
  amount: amountSchema,
  links: z.array(linkSchema).default([]),
});

/** The response to creating an order. */
export const pageSchema = z.object({
  id: z.string(),
  create_time: z.iso.datetime({ offset: true }).optional(),
  links: z.array(linkSchema),
});

/** An order with one purchase unit (https://developer.paypal.com/docs/api/orders/v2/#orders_get). */
export const orderSchema = z.object({
  id: z.string(),
  status: z.enum(["CREATED", "SAVED", "APPROVED", "VOIDED", "COMPLETED", "PAYER_ACTION_REQUIRED"]),
  update_time: z.string().optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(captureSchema).default([]),
            refunds: z.array(refundSchema).default([]),
          })
          .optional(),
      }),
    )
    .min(1),
});

export type PaypalOrder = z.output<typeof orderSchema>;

/** Statuses of captures that received money, refunded or not. */
const RECEIVED = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];
/** Statuses of captures that never will. */
const REFUSED = ["DECLINED", "FAILED"];

/** True for a refund that did not reach the buyer. */
export function isBounced(status: string | undefined): boolean {
  return status === "FAILED" || status === "CANCELLED";
}

/** Returns the ids of the captures that received money. */
export function receivedIn(order: PaypalOrder): string[] {
  return capturesOf(order)
    .filter(({ status }) => RECEIVED.includes(status))
    .map(({ id }) => id);
}

/** Converts an order to a page status; null for orders that another application of the account created. */
export function pageStatusOf(
  order: PaypalOrder,
  disputes: ReadonlyMap<string, ProviderReceipt["dispute"]>,
): PageStatus | null {
  const checkoutId = order.purchase_units[0]?.custom_id;
  if (checkoutId === undefined) return null;
  const received = receivedIn(order);
  return {
    reference: order.id,
    checkoutId,
    outcome: outcomeOf(order),
    pendingReason:
      capturesOf(order).find(({ status }) => !isFinal(status))?.status_details?.reason ?? null,
    receipts: capturesOf(order)
      .filter(({ id }) => received.includes(id))
      .map((capture) => ({
        reference: capture.id,
        cents: capture.amount.value,
        currency: capture.amount.currency_code,
        ...refundsOf(order, capture),
        dispute: disputes.get(capture.id) ?? null,
        receivedAt: new Date(capture.create_time),
      })),
  };
}

/**
 * Returns the id in the link to what the object belongs to: a refund to its capture, a capture to its order. Null if it
 * belongs to something else, such as a capture to an authorization.
 */
export function parentIn(links: readonly PaypalLink[], kind: "captures" | "orders"): string | null {
  const href = links.find(({ rel }) => rel === "up")?.href ?? "";
  const [, parent, id] = /\/(\w+)\/([A-Z0-9]+)$/.exec(href) ?? [];
  return parent === kind && id !== undefined ? id : null;
}

function outcomeOf(order: PaypalOrder): PageOutcome {
  if (order.status === "VOIDED") return "closed";
  if (order.status !== "COMPLETED") return "open";
  if (receivedIn(order).length > 0) return "paid";
  const captures = capturesOf(order);
  // A status that is not known may still turn into money.
  const isOver = captures.length > 0 && captures.every(({ status }) => isFinal(status));
  return isOver ? "closed" : "processing";
}

function isFinal(status: string): boolean {
  return RECEIVED.includes(status) || REFUSED.includes(status);
}

function capturesOf({ purchase_units }: PaypalOrder): z.output<typeof captureSchema>[] {
  return purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
}

function refundsOf(
  order: PaypalOrder,
  capture: z.output<typeof captureSchema>,
): Pick<ProviderReceipt, "refundedCents" | "bouncedCents"> {
  const refunds = order.purchase_units
    .flatMap(({ payments }) => payments?.refunds ?? [])
    .filter(({ links }) => parentIn(links, "captures") === capture.id);
  const bouncedCents = sumOf(refunds.filter(({ status }) => isBounced(status)));
  // A capture may be REFUNDED although its refunds are not all listed.
  const listed = sumOf(refunds);
  const sent = capture.status === "REFUNDED" ? Math.max(listed, capture.amount.value) : listed;
  return { refundedCents: sent - bouncedCents, bouncedCents };
}

function sumOf(refunds: readonly z.output<typeof refundSchema>[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount.value, 0);
}
