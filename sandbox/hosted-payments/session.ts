import { z } from "zod";

/** The providers with hosted payment pages. */
export const services = ["stripe", "paypal"] as const;
export type Service = (typeof services)[number];

const sumSchema = z.object({ cents: z.int(), currency: z.string() });
/** An amount in hundredths of its currency. */
export type Sum = z.infer<typeof sumSchema>;

const refundSchema = z.object({
  id: z.string(),
  cents: z.int(),
  at: z.string(),
  /** Rejected by the buyer's bank: the money is back at the provider. */
  failed: z.boolean().default(false),
});
export type Refund = z.infer<typeof refundSchema>;

const disputeSchema = z.object({
  id: z.string(),
  state: z.enum(["open", "won", "lost"]),
  at: z.string(),
});
export type Dispute = z.infer<typeof disputeSchema>;

const moneySchema = sumSchema.extend({
  /** The payment's id: Stripe's PaymentIntent, PayPal's capture. */
  id: z.string(),
  /** Delayed payment methods are pending first. */
  state: z.enum(["pending", "received", "failed"]),
  at: z.string(),
  refunds: refundSchema.array(),
  disputes: disputeSchema.array(),
});
export type Money = z.infer<typeof moneySchema>;

/** How a buyer pays: the amount, whether the method is delayed, and whether the capture is declined. */
const paymentOptionsSchema = sumSchema.extend({ later: z.boolean(), declined: z.boolean() });
export type PaymentOptions = z.infer<typeof paymentOptionsSchema>;

/** The request of a shop for a payment session. */
const sessionRequestSchema = sumSchema.extend({
  title: z.string(),
  email: z.string(),
  /** The shop's reference. */
  checkoutId: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.string(),
});
export type SessionRequest = z.infer<typeof sessionRequestSchema>;

/** A line of payment-sessions.jsonl: the latest state of a hosted payment page and its payment. */
export const paymentSessionSchema = sessionRequestSchema.extend({
  service: z.enum(services),
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Approved: the buyer has agreed, but the shop has not captured the payment. */
  state: z.enum(["open", "approved", "paid", "expired"]),
  approved: paymentOptionsSchema.nullable(),
  money: moneySchema.nullable(),
});
export type PaymentSession = z.infer<typeof paymentSessionSchema>;

/** A change of a session that the provider notifies the shop of. */
export type SessionEvent =
  | { kind: "approved" | "paid" | "pending" | "settled" | "failed" | "expired" }
  | { kind: "refunded" | "refund-failed"; refund: Refund }
  | { kind: "disputed" | "resolved"; dispute: Dispute };
