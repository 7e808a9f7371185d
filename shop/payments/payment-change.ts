import { isSettled } from "../orders/payment-status.ts";
import type { StoredReceipt } from "./facts.server.ts";
import type { Assessment } from "./model/payment.ts";
import { combinedStatus, type ReceiptAssessment, unrefundedCents } from "./model/receipt.ts";

/** Returns the combined payment status of an order, and the payment method that it results from. */
export function paymentChange(
  chain: Assessment | null,
  received: ReceiptAssessment | null,
  receipts: readonly StoredReceipt[],
) {
  const status = combinedStatus(chain, received);
  const settled = isSettled(status);
  if (!received || (chain && (isSettled(chain.status) || status === "detected"))) {
    const { receivedSats = 0, dueSats = 0, reason = null } = chain ?? {};
    const data = { receivedSats, dueSats, ...(reason && { reason }) };
    const byLightning = (chain?.lightningSats ?? 0) > 0;
    return { status, settled, method: "bitcoin" as const, byLightning, data };
  }
  const [reason] = received.reasons.values();
  const paying = receipts.findLast((receipt) => unrefundedCents(receipt) > 0) ?? receipts.at(-1);
  return {
    status,
    settled,
    method: paying?.method ?? null,
    byLightning: false,
    data: { receivedCents: received.netCents, ...(reason && { reason }) },
  };
}

/** The payment of an order that coupon or credit covers. */
export const nothingDue = {
  status: "paid",
  settled: true,
  method: null,
  data: {},
  outstanding: null,
} as const;
