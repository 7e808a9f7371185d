import { z } from "zod";
import type { FieldErrors } from "#lib/form.ts";
import { parseBtc } from "#lib/money.ts";
import { LINES, ONE_LINE, unusable } from "#lib/text.ts";
import type { ProviderRefusal } from "#shop/methods/provider.ts";
import { type Choice, REASON_MAX } from "#shop/payments/review/review.ts";
import { centsField, REFERENCE_MAX } from "../shared/money-fields.tsx";

export type ReviewField = "reason" | "orderId" | "amount" | "address" | "txid" | "sentAs";

/** What the server answers when a decision was not taken. */
export interface ReviewActionData {
  errors?: FieldErrors<ReviewField>;
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

/** Every reason for which a decision can be refused. */
export type Refusal =
  | "forbidden"
  | "not-found"
  | "stale"
  | "no-money"
  | "no-order"
  | "no-price"
  | "nothing-missing"
  | "no-free-amount"
  | "bad-address"
  | "bad-txid"
  | "bad-amount"
  | "too-much"
  | "sent"
  | "no-provider";

type Told = Omit<ReviewActionData, "typed">;

const messages: Record<Exclude<Refusal, "forbidden">, Told> = {
  "not-found": { message: "This money is no longer there to decide about." },
  stale: {
    message:
      "This payment has changed since you opened it. Here it is as it is now: look again, then decide.",
  },
  "no-money": { message: "Nothing of it is on the chain at the moment." },
  "no-order": { errors: { orderId: "There is no order with this ID" } },
  "no-price": {
    message: "Failed to fetch Bitcoin price. Ask at the rate that was held, or try again later.",
  },
  "nothing-missing": {
    message: "Nothing is missing of that amount. Accept the payment, or ask at today's rate.",
  },
  "no-free-amount": {
    message: "On the one fixed address no amount near the rest is free. Try again in some days.",
  },
  "bad-address": { errors: { address: "This is not an address of the shop's Bitcoin network" } },
  "bad-txid": { errors: { txid: "A transaction ID has 64 characters: 0 to 9 and a to f" } },
  "bad-amount": { errors: { amount: "Please enter an amount in BTC, such as 0.00015388" } },
  sent: {
    message: "The service has sent this money already: a refund that it made cannot be taken back.",
  },
  "no-provider": {
    message:
      "The service that took this money is not configured any more. Send it back there, and it shows here.",
  },
  "too-much": { errors: { amount: "This is more than has come and was not sent back yet" } },
};

export function refusalAnswer(refusal: Exclude<Refusal, "forbidden">): Told {
  return messages[refusal];
}

const receiptMessages: Partial<typeof messages> = {
  "no-money": { message: "Nothing is left of it: all has been sent back." },
  "bad-amount": { errors: { amount: "Please enter an amount such as 14.99" } },
  "too-much": { errors: { amount: "This is more than is left of it" } },
};

/** The same about a receipt; the service that sends refunds has reasons of its own. */
export function receiptRefusalAnswer(
  refusal: Exclude<Refusal, "forbidden"> | ProviderRefusal,
): Told {
  if (typeof refusal === "string") return receiptMessages[refusal] ?? messages[refusal];
  return {
    message:
      refusal.kind === "refused"
        ? `The service refused: ${refusal.detail}`
        : "The service cannot be reached now. Try again: the same refund is sent once.",
  };
}
