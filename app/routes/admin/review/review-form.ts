import { z } from "zod";
import { firstErrors } from "#lib/field-errors.ts";
import { parseBtc } from "#lib/money.ts";
import { LINES, unusable } from "#lib/text.ts";
import { type Choice, REASON_MAX } from "#shop/payments/review.ts";

export type ReviewField = "reason" | "orderId" | "amount" | "address" | "txid";

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

/** What each decision asks for. */
export const decisionSchemas = {
  accept: z.object({ reason }),
  undo: z.object({ reason }),
  ask: z.object({ reason, at: z.enum(["held", "now"]) }),
  attach: z.object({ reason, orderId: z.string().trim().min(1, "Please enter an order ID") }),
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

/** The first error of each field of a decision's form, by the same rules in the browser and on the server. */
export function checkDecision(
  kind: Choice | "undo",
  form: FormData,
): Partial<Record<ReviewField, string>> {
  const parsed = decisionSchemas[kind].safeParse(Object.fromEntries(form));
  return parsed.success ? {} : firstErrors(parsed.error);
}
