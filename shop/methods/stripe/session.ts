import { z } from "zod";
import type { PageNews, PageOutcome, ReceiptNews } from "../provider.ts";
import { centsOf } from "./minor-units.ts";

const chargeSchema = z.object({
  amount: z.int().nonnegative(),
  amount_refunded: z.int().nonnegative(),
  currency: z.string(),
  created: z.int().positive(),
  status: z.string(),
});

/** A Checkout Session as it is when it has just been made. */
export const pageSchema = z.object({
  id: z.string(),
  url: z.url(),
  expires_at: z.int().positive(),
});

/** A Checkout Session with its payment and the last charge of that. */
export const sessionSchema = z.object({
  id: z.string(),
  client_reference_id: z.string().nullable(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.string(),
  payment_intent: z
    .object({ id: z.string(), status: z.string(), latest_charge: chargeSchema.nullable() })
    .nullable(),
});

/** What a buyer's bank has said against a payment, one after the other. */
export const disputesSchema = z.object({ data: z.array(z.object({ status: z.string() })) });

export type StripeSession = z.output<typeof sessionSchema>;

/** Whether money has come, so that a bank may object to it. */
export function hasCharge(session: StripeSession): boolean {
  return session.payment_intent?.latest_charge?.status === "succeeded";
}

/** What a session tells; null for one that the shop did not make, since the account may serve others as well. */
export function newsOf(
  session: StripeSession,
  disputes: z.output<typeof disputesSchema>,
): PageNews | null {
  const { id, client_reference_id: checkoutId } = session;
  if (checkoutId === null) return null;
  return {
    reference: id,
    checkoutId,
    outcome: outcomeOf(session),
    receipts: receiptsOf(session, disputes),
  };
}

function outcomeOf({ status, payment_status, payment_intent }: StripeSession): PageOutcome {
  if (status === "open") return "open";
  if (status === "expired") return "closed";
  if (payment_status !== "unpaid") return "paid";
  // A payment that takes days may still fail: then it waits for another way to pay, which nobody is asked for.
  const failed = ["requires_payment_method", "canceled"].includes(payment_intent?.status ?? "");
  return failed ? "closed" : "processing";
}

function receiptsOf(
  { payment_intent: payment }: StripeSession,
  { data: disputes }: z.output<typeof disputesSchema>,
): ReceiptNews[] {
  const charge = payment?.latest_charge;
  if (!payment || charge?.status !== "succeeded") return [];
  const currency = charge.currency.toUpperCase();
  return [
    {
      reference: payment.id,
      cents: centsOf(charge.amount, currency),
      currency,
      refundedCents: centsOf(charge.amount_refunded, currency),
      dispute: disputeOf(disputes.map(({ status }) => status)),
      receivedAt: new Date(charge.created * 1000),
    },
  ];
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-status; a status that came later counts as open. */
function disputeOf(statuses: readonly string[]): ReceiptNews["dispute"] {
  const settled = ["won", "lost", "warning_closed", "prevented"];
  if (statuses.some((status) => !settled.includes(status))) return "open";
  if (statuses.includes("lost")) return "lost";
  return statuses.length > 0 ? "won" : null;
}
