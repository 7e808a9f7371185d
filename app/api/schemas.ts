import { z } from "zod";
import { packageKinds } from "#shop/catalog/goods.ts";
import { ONE_LINE, invalidCharacters } from "#lib/text.ts";
import { orderEventTypes, orderStatuses, STATUS_REASON_MAX } from "#shop/orders/order.ts";
import { creditNoteReasons } from "#shop/invoices/credit-note.ts";
import { orderSchema } from "#shop/order-list/order-columns.ts";
import { eventActors, type PublicEvent } from "#shop/orders/public-event.ts";
import { paymentStatuses } from "#shop/orders/payment-status.ts";
import type { PublicPackage } from "#shop/catalog/public-package.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;
const SEARCH_MAX = 100;

const NO_MOMENT = "Must be a time such as 2026-11-22T08:00:00Z";
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
    .describe("Only orders with this payment status"),
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
      "`newest` and `oldest` sort by when orders were placed; `updated` by their last change, oldest change first",
    ),
  limit: z.coerce
    .number(`A whole number from 1 to ${LIMIT_MAX}`)
    .int(`A whole number from 1 to ${LIMIT_MAX}`)
    .min(1, `A whole number from 1 to ${LIMIT_MAX}`)
    .max(LIMIT_MAX, `A whole number from 1 to ${LIMIT_MAX}`)
    .default(LIMIT_DEFAULT)
    .describe("The maximum number of orders on a page"),
  cursor: z
    .string()
    .max(100, "This cursor is not valid")
    .optional()
    .describe("The `next` of the page before, with the same `sort`"),
});

/** The body of a status change. */
export const statusChangeSchema = z
  .strictObject({
    status: z.enum(orderStatuses, `One of ${orderStatuses.join(", ")}`),
    reason: z
      .string("The reason must be text")
      .trim()
      .max(STATUS_REASON_MAX, `At most ${STATUS_REASON_MAX} characters`)
      .regex(ONE_LINE, invalidCharacters("The reason"))
      // A lone surrogate, which PostgreSQL's jsonb rejects.
      .refine((text) => text.isWellFormed(), invalidCharacters("The reason"))
      .optional()
      .describe("Why the order is rejected; shown to the customer"),
  })
  .refine(({ status, reason }) => !reason || status === "rejected", {
    path: ["reason"],
    error: "Only a rejected order can have a reason",
  });

const eventSchema = z.object({
  type: z.enum(orderEventTypes),
  at: z.iso.datetime(),
  from: z
    .string()
    .nullable()
    .describe("The previous status, payment status, TikTok username or email"),
  to: z.string().nullable().describe("The new one"),
  reason: z.string().nullable(),
  by: z.enum(eventActors).nullable(),
  key: z.string().nullable().describe("The name of the API key, if a program did it"),
}) satisfies z.core.$ZodType<PublicEvent>;

const creditNoteSchema = z.object({
  number: z.string(),
  invoice: z.string().describe("The invoice that it changes"),
  reason: z
    .enum(creditNoteReasons)
    .describe("`restored` for the correction of earlier credit notes"),
  grossCents: z.int().describe("With VAT: negative, or positive for a correction"),
  vatCents: z.int(),
  issuedAt: z.iso.datetime(),
});

export const orderWithEventsSchema = z.object({
  ...orderSchema.shape,
  creditNotes: z
    .array(creditNoteSchema)
    .describe("The credit notes for its invoice and their corrections, oldest first"),
  events: z.array(eventSchema).describe("The order's history, oldest first"),
});

export const orderPageSchema = z.object({
  orders: z.array(orderSchema),
  next: z
    .string()
    .nullable()
    .describe("Send it as `cursor` to get the next page; null on the last page"),
});

export const packageSchema = z.object({
  id: z.string(),
  kind: z.enum(packageKinds),
  coins: z.int().describe("0 for other kinds than coins"),
  valueCents: z.int().nullable().describe("What credit or a gift code is worth; null for coins"),
  priceCents: z.int().describe("The price to pay"),
  currency: z.literal("USD"),
  discountPercent: z.number().min(0).max(100),
  popular: z.boolean(),
  description: z.string(),
  placement: z.enum(["grid", "promotion"]),
  soldOut: z.boolean().describe("Shown, but cannot be bought"),
  validFrom: z.iso.date().nullable().describe("The first day on sale, in the shop's time zone"),
  validUntil: z.iso.date().nullable().describe("The last day on sale"),
  costCents: z
    .int()
    .nullable()
    .describe("What the coins cost you; null without the scope `packages:costs`"),
}) satisfies z.core.$ZodType<PublicPackage>;

export const packageListSchema = z.object({ packages: z.array(packageSchema) });
