import { z } from "zod";

/** The services on whose pages people pay. */
export const services = ["stripe", "paypal"] as const;
export type Service = (typeof services)[number];

const sumSchema = z.object({ cents: z.int(), currency: z.string() });
/** Money, in hundredths of its currency. */
export type Sum = z.infer<typeof sumSchema>;

const refundSchema = z.object({
  id: z.string(),
  cents: z.int(),
  at: z.string(),
  /** The buyer's bank would not have it: the money is back at the service. */
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
  /** What takes days is pending first. */
  state: z.enum(["pending", "received", "failed"]),
  at: z.string(),
  refunds: refundSchema.array(),
  disputes: disputeSchema.array(),
});
export type Money = z.infer<typeof moneySchema>;

/** How somebody pays: how much, whether it takes days, and whether it is declined when it is collected. */
const wayToPaySchema = sumSchema.extend({ later: z.boolean(), declined: z.boolean() });
export type WayToPay = z.infer<typeof wayToPaySchema>;

/** What a shop wants to be paid for, as it told the service. */
const demandSchema = sumSchema.extend({
  title: z.string(),
  email: z.string(),
  /** The shop's own name for it. */
  checkoutId: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.string(),
});
export type Demand = z.infer<typeof demandSchema>;

/** A line of till.jsonl: a page on which one pays, as it has become. */
export const billSchema = demandSchema.extend({
  service: z.enum(services),
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Approved is what a buyer has agreed to, and the shop has not collected. */
  state: z.enum(["open", "approved", "paid", "expired"]),
  approved: wayToPaySchema.nullable(),
  money: moneySchema.nullable(),
});
export type Bill = z.infer<typeof billSchema>;

/** What a service has to tell the shop about. */
export type News =
  | { kind: "approved" | "paid" | "pending" | "settled" | "failed" | "expired" }
  | { kind: "refunded" | "refund-failed"; refund: Refund }
  | { kind: "disputed" | "resolved"; dispute: Dispute };
