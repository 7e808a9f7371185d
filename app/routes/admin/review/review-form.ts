import { z } from "zod";
import type { FieldErrors } from "#lib/form.ts";
import { LINES, ONE_LINE, invalidCharacters } from "#lib/text.ts";
import { type Choice, REASON_MAX } from "#shop/payments/review/review.ts";
import { btcField, centsField, REFERENCE_MAX, txidField } from "../shared/money-fields.tsx";

export type ReviewField = "reason" | "orderId" | "amount" | "address" | "txid" | "sentAs";

/** What the actions of the review panels return when a decision was not made. */
export interface ReviewActionData {
  errors?: FieldErrors<ReviewField>;
  /** Error of the decision as a whole. */
  message?: string;
  /** More than the excess was entered: the form asks to confirm it. */
  asksBeyondExcess?: boolean;
  typed: Partial<Record<ReviewField | "at", string>>;
}

const reason = z
  .string()
  .trim()
  .min(1, "Please enter a reason")
  .max(REASON_MAX, `The reason is too long (at most ${REASON_MAX} characters)`)
  .regex(LINES, invalidCharacters("The reason"));

/** A ticked checkbox. */
const beyondExcess = z.literal("on").optional().transform(Boolean);

const justified = z.object({ reason });
/** The form of each decision but a refund. */
export const decisionSchemas = {
  accept: justified,
  undo: justified,
  ask: z.object({ reason, at: z.enum(["held", "now"]) }),
  attach: z.object({
    reason,
    orderId: z.string().trim().min(1, "Please enter an order ID"),
  }),
} as const satisfies Record<Exclude<Choice, "refund" | "credit"> | "undo", z.core.$ZodType>;

const amount = centsField("Please enter an amount such as 14.99");

/** The form of a refund by the way on which the money goes back. */
export const refundSchemas = {
  chain: z.object({
    reason,
    beyondExcess,
    amount: btcField,
    address: z.string().trim().min(1, "Please enter the address it was sent to"),
    txid: txidField,
  }),
  "chain-credit": z.object({ reason, beyondExcess, amount: btcField }),
  "receipt-credit": z.object({ reason, beyondExcess, amount }),
  service: z
    .object({ reason, beyondExcess, amount })
    .transform((fields) => ({ ...fields, sentAs: null })),
  hand: z.object({
    reason,
    beyondExcess,
    amount,
    sentAs: z
      .string()
      .trim()
      .min(1, "Please enter what identifies it")
      .max(REFERENCE_MAX, `At most ${REFERENCE_MAX} characters`)
      .regex(ONE_LINE, invalidCharacters("The reference")),
  }),
} as const satisfies Record<string, z.core.$ZodType>;
