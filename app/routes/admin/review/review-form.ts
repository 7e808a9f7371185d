import { z } from "zod";
import { firstErrors } from "#lib/field-errors.ts";
import { parseBtc } from "#lib/money.ts";
import { LINES, ONE_LINE, unusable } from "#lib/text.ts";
import { centsField, REFERENCE_MAX } from "../shared/money-fields.ts";
import { type Choice, REASON_MAX } from "#shop/payments/review/review.ts";

export type ReviewField = "reason" | "orderId" | "amount" | "address" | "txid" | "sentAs";

/** What the server answers when a decision was not taken. */
export interface ReviewAnswer {
  errors?: Partial<Record<ReviewField, string>>;
  /** What stands against it as a whole. */
  message?: string;
  typed: Partial<Record<ReviewField | "at", string>>;
}

const reason = z
  .string()
  .trim()
  .min(1, "Please say why")
  .max(REASON_MAX, `The reason is too long (at most ${REASON_MAX} characters)`)
  .regex(LINES, unusable("The reason"));

const justified = z.object({ reason });
const attached = z.object({
  reason,
  orderId: z.string().trim().min(1, "Please enter an order ID"),
});

/** What each decision asks for. */
export const decisionSchemas = {
  accept: justified,
  undo: justified,
  ask: z.object({ reason, at: z.enum(["held", "now"]) }),
  attach: attached,
  refund: z.object({
    reason,
    amount: z
      .string()
      .transform(parseBtc)
      .pipe(z.number({ error: "Please enter an amount in BTC, such as 0.00015388" })),
    address: z.string().trim().min(1, "Please enter the address it was sent to"),
    txid: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, "A transaction ID has 64 characters: 0 to 9 and a to f"),
  }),
} as const satisfies Record<Choice | "undo", z.ZodType>;

/** What decisions about a receipt ask for. */
export const receiptSchemas = {
  accept: justified,
  undo: justified,
  attach: attached,
  refund: z
    .object({ reason, amount: centsField("Please enter an amount such as 14.99") })
    .transform((fields) => ({ ...fields, sentAs: null })),
  /** The same of money that came by no service: somebody has sent it. */
  refundByHand: z.object({
    reason,
    amount: centsField("Please enter an amount such as 14.99"),
    sentAs: z
      .string()
      .trim()
      .min(1, "Please enter what identifies it")
      .max(REFERENCE_MAX, `At most ${REFERENCE_MAX} characters`)
      .regex(ONE_LINE, unusable("The reference")),
  }),
} as const satisfies Record<string, z.ZodType>;

/** The first error of each field of a decision's form, by the same rules in the browser and on the server. */
export function checkForm(schema: z.ZodType, form: FormData): Partial<Record<ReviewField, string>> {
  const parsed = schema.safeParse(Object.fromEntries(form));
  return parsed.success ? {} : firstErrors(parsed.error as z.ZodError<Record<ReviewField, string>>);
}

/** The same for a decision about money on the chain. */
export function checkDecision(
  kind: Choice | "undo",
  form: FormData,
): Partial<Record<ReviewField, string>> {
  return checkForm(decisionSchemas[kind], form);
}
