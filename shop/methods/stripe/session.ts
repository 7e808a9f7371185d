import { z } from "zod";
import { NO_CHARGE, type PageStatus, type PageOutcome, type ProviderReceipt } from "../provider.ts";
import { centsOf } from "./minor-units.ts";

const chargeSchema = z.object({
  amount: z.int().nonnegative(),
  currency: z.string(),
  created: z.int().positive(),
  status: z.string(),
});

/** The response to creating a Checkout Session. */
export const pageSchema = z.object({
  id: z.string(),
  url: z.url(),
  expires_at: z.int().positive(),
});

/** A Checkout Session with its PaymentIntent and latest charge. */
export const sessionSchema = z.object({
  id: z.string(),
  client_reference_id: z.string().nullable(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.string(),
  payment_intent: z
    .object({ id: z.string(), status: z.string(), latest_charge: chargeSchema.nullable() })
    .nullable(),
});

/** The refunds of a payment. */
export const refundsSchema = z.object({
  data: z.array(z.object({ amount: z.int().nonnegative(), status: z.string().nullable() })),
});

/** The disputes of a payment. */
export const disputesSchema = z.object({ data: z.array(z.object({ status: z.string() })) });

export type StripeSession = z.output<typeof sessionSchema>;

/** Lists that are not part of the session. */
interface PaymentLists {
  refunds: z.output<typeof refundsSchema>;
  disputes: z.output<typeof disputesSchema>;
}

/** True once the payment was charged and so can be refunded or disputed. */
export function hasCharge(session: StripeSession): boolean {
  return session.payment_intent?.latest_charge?.status === "succeeded";
}

/** True for a refund that did not reach the buyer (https://docs.stripe.com/refunds#failed-refunds). */
export function isBounced(status: string | null): boolean {
  return status === "failed" || status === "canceled";
}

/** Converts a session to a page status; null for sessions that another application of the account created. */
export function pageStatusOf(session: StripeSession, lists: PaymentLists): PageStatus | null {
  const { id, client_reference_id: checkoutId } = session;
  if (checkoutId === null) return null;
  const outcome = outcomeOf(session);
  return {
    reference: id,
    checkoutId,
    outcome,
    pendingReason: outcome === "processing" && session.payment_status === "paid" ? NO_CHARGE : null,
    receipts: receiptsOf(session, lists),
  };
}

function outcomeOf(session: StripeSession): PageOutcome {
  const { status, payment_status, payment_intent } = session;
  if (status === "open") return "open";
  if (status === "expired") return "closed";
  // A paid session may be without its charge for some seconds (https://github.com/stripe/stripe-java/pull/1473).
  if (hasCharge(session)) return "paid";
  // A delayed payment that failed waits for another payment method, which this page no longer offers.
  const failed = ["requires_payment_method", "canceled"].includes(payment_intent?.status ?? "");
  return failed && payment_status === "unpaid" ? "closed" : "processing";
}

function receiptsOf(
  { payment_intent: payment }: StripeSession,
  { refunds, disputes }: PaymentLists,
): ProviderReceipt[] {
  const charge = payment?.latest_charge;
  if (!payment || charge?.status !== "succeeded") return [];
  const currency = charge.currency.toUpperCase();
  // Not `amount_refunded`, which decreases when a refund fails: older and newer responses could not be distinguished.
  const sumOf = (bounced: boolean) =>
    refunds.data
      .filter(({ status }) => isBounced(status) === bounced)
      .reduce((sum, { amount }) => sum + amount, 0);
  return [
    {
      reference: payment.id,
      cents: centsOf(charge.amount, currency),
      currency,
      refundedCents: centsOf(sumOf(false), currency),
      bouncedCents: centsOf(sumOf(true), currency),
      dispute: disputeOf(disputes.data.map(({ status }) => status)),
      receivedAt: new Date(charge.created * 1000),
    },
  ];
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-status; an unknown status counts as open. */
function disputeOf(statuses: readonly string[]): ProviderReceipt["dispute"] {
  const settled = ["won", "lost", "warning_closed", "prevented"];
  if (statuses.some((status) => !settled.includes(status))) return "open";
  if (statuses.includes("lost")) return "lost";
  return statuses.length > 0 ? "won" : null;
}
