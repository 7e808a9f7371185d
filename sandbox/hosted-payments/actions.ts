import { z } from "zod";
import { RequestError } from "../errors.ts";
import type { PaymentSession } from "./session.ts";
import type { PaymentSessions } from "./payment-sessions.ts";

const cents = z.int().min(1).max(99_999_999);

/** An action on a payment by its buyer, the buyer's bank, or the provider. */
export const paymentActionSchema = z.discriminatedUnion("act", [
  z.strictObject({
    act: z.literal("pay"),
    /** An amount other than the requested one. */
    cents: cents.optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    /** A delayed payment method: `settle` or `fail` ends it. */
    later: z.boolean().optional(),
    /** PayPal only: declined when the shop captures it. */
    declined: z.boolean().optional(),
  }),
  z.strictObject({ act: z.enum(["settle", "fail", "expire", "dispute", "win", "lose"]) }),
  z.strictObject({ act: z.literal("refund"), cents: cents.optional() }),
  /** The newest refund fails, days after it was sent. */
  z.strictObject({ act: z.literal("refund-fails") }),
]);
export type PaymentAction = z.infer<typeof paymentActionSchema>;

/** Applies the action; throws RequestError if it is not possible now. */
export function applyAction(
  sessions: PaymentSessions,
  id: string,
  act: PaymentAction,
): PaymentSession {
  switch (act.act) {
    case "pay": {
      const { act: _, ...way } = act;
      if (way.declined && sessions.get(id).service === "stripe")
        throw new RequestError("Stripe declines a card at once, on its page");
      const given = Object.entries(way).filter(([, value]) => value !== undefined);
      return sessions.pay(id, Object.fromEntries(given));
    }
    case "settle":
      return sessions.settle(id, true);
    case "fail":
      return sessions.settle(id, false);
    case "expire":
      return sessions.expire(id);
    case "refund":
      return sessions.refund(id, act.cents).session;
    case "refund-fails":
      return sessions.failRefund(id);
    case "dispute":
      return sessions.dispute(id);
    case "win":
      return sessions.resolve(id, "won");
    case "lose":
      return sessions.resolve(id, "lost");
  }
}
