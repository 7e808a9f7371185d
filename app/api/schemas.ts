import { z } from "zod";
import { ONE_LINE, invalidCharacters } from "#lib/text.ts";
import { orderStatuses, STATUS_REASON_MAX } from "#shop/orders/order.ts";
import { eventActors, type PublicEvent, type PublicOrder } from "#shop/orders/public-order.ts";
import type { PublicPackage } from "#shop/catalog/public-package.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;
const SEARCH_MAX = 100;

const paymentStatuses = [
  "pending",
  "detected",
  "partial",
  "paid",
  "overpaid",
  "expired",
  "review",
  "reversed",
  "refunded",
] as const satisfies readonly PublicOrder["paymentStatus"][];

const NO_MOMENT = "Give a moment as 2026-11-22T08:00:00Z";
/** Years outside of this range have no orders, and PostgreSQL does not support some of them. */
const YEARS = [1970, 9000] as const;

const moment = z.iso
  .datetime({ offset: true, error: NO_MOMENT })
  .refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= YEARS[0] && year <= YEARS[1];
  }, NO_MOMENT)
  .transform((text) => new Date(text));

/** The query parameters of the list of orders. */
export const orderQuerySchema = z.strictObject({
  status: z
    .enum(orderStatuses, `One of ${orderStatuses.join(", ")}`)
    .optional()
    .describe("Only orders with this status"),
  paymentStatus: z
    .enum(paymentStatuses, `One of ${paymentStatuses.join(", ")}`)
    .optional()
    .describe("Only orders whose payment has come this far"),
  search: z
    .string()
    .max(SEARCH_MAX, `At most ${SEARCH_MAX} characters`)
    .optional()
    .describe("Part of an order ID, a TikTok username or an email, in any case"),
  createdAfter: moment.optional().describe("Only orders placed at this moment or later"),
  updatedAfter: moment.optional().describe("Only orders changed at this moment or later"),
  sort: z
    .enum(["newest", "oldest", "updated"], "One of newest, oldest, updated")
    .default("newest")
    .describe(
      "`newest` and `oldest` go by when orders were placed; `updated` by their last change, those changed longest ago first",
    ),
  limit: z.coerce
    .number(`A whole number from 1 to ${LIMIT_MAX}`)
    .int(`A whole number from 1 to ${LIMIT_MAX}`)
    .min(1, `A whole number from 1 to ${LIMIT_MAX}`)
    .max(LIMIT_MAX, `A whole number from 1 to ${LIMIT_MAX}`)
    .default(LIMIT_DEFAULT)
    .describe("How many orders a page has at the most"),
  cursor: z
    .string()
    .max(100, "This cursor is none of ours")
    .optional()
    .describe("The `next` of the page before, with the same `sort`"),
});

/** The body of a status change. */
export const statusChangeSchema = z
  .strictObject({
    status: z.enum(orderStatuses, `One of ${orderStatuses.join(", ")}`),
    reason: z
      .string("The reason has to be text")
      .trim()
      .max(STATUS_REASON_MAX, `At most ${STATUS_REASON_MAX} characters`)
      .regex(ONE_LINE, invalidCharacters("The reason"))
      // A lone surrogate, which PostgreSQL's jsonb rejects.
      .refine((text) => text.isWellFormed(), invalidCharacters("The reason"))
      .optional()
      .describe("Why an order is rejected; its customer reads it"),
  })
  .refine(({ status, reason }) => !reason || status === "rejected", {
    path: ["reason"],
    error: "Only an order that is rejected has a reason",
  });

const answeredMoment = z.iso.datetime();

const orderFields = {
  id: z.string(),
  status: z.enum(orderStatuses),
  statusReason: z.string().nullable().describe("Why it was rejected"),
  paymentStatus: z.enum(paymentStatuses),
  paymentMethod: z.string(),
  package: z
    .object({
      id: z.string(),
      coins: z.int(),
      priceCents: z.int(),
      discountPercent: z.number().min(0).max(100),
    })
    .describe("What was bought, as it was then"),
  tiktokUsername: z.string().describe("Without the @"),
  tiktokUid: z.string().nullable(),
  email: z.string(),
  totalCents: z.int(),
  currency: z.literal("USD"),
  createdAt: answeredMoment,
  updatedAt: answeredMoment,
  settledAt: answeredMoment.nullable().describe("When the money was there"),
  version: z.int().describe("Goes up with every change; also the `ETag`"),
} satisfies Record<keyof PublicOrder, z.ZodType>;

export const orderSchema = z.object(orderFields) satisfies z.ZodType<PublicOrder>;

const eventSchema = z.object({
  type: z.enum(["placed", "payment", "decision", "status", "note", "deleted"]),
  at: answeredMoment,
  from: z.string().nullable().describe("What the status or the payment was"),
  to: z.string().nullable().describe("What it became"),
  reason: z.string().nullable(),
  by: z.enum(eventActors).nullable(),
  key: z.string().nullable().describe("The name of the API key, for what a program did"),
}) satisfies z.ZodType<PublicEvent>;

export const orderWithEventsSchema = z.object({
  ...orderFields,
  events: z.array(eventSchema).describe("What happened to it, oldest first"),
});

export const orderPageSchema = z.object({
  orders: z.array(orderSchema),
  next: z
    .string()
    .nullable()
    .describe("Send it as `cursor` for the page that follows; null on the last page"),
});

export const packageSchema = z.object({
  id: z.string(),
  coins: z.int(),
  priceCents: z.int().describe("What one pays"),
  currency: z.literal("USD"),
  discountPercent: z.number().min(0).max(100),
  popular: z.boolean(),
  description: z.string(),
  placement: z.enum(["grid", "promotion"]),
}) satisfies z.ZodType<PublicPackage>;

export const packageListSchema = z.object({ packages: z.array(packageSchema) });
