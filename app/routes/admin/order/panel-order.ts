import type { UseBeyondLimit } from "#shop/payments/coupon-uses.server.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import { SHOP_CURRENCY, unrefundedCents } from "#shop/payments/model/receipt.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import type { PendingPayment } from "./pending-text.ts";

/** The stored order without the fields that the panel does not use; `country` is its name. */
export interface PanelOrder extends Omit<StoredOrder, "checkoutId" | "deletedAt"> {
  /** Whether the shop asks buyers for consent to immediate delivery. */
  asksConsent: boolean;
  /** The use of its coupon, if that is beyond a limit. */
  beyondLimit: UseBeyondLimit | null;
}

/** The payment as the panel shows it. */
export interface PanelPayment extends PaymentDetails {
  pending: readonly PendingPayment[];
}

/** True when bitcoins have arrived that do not cover the price, so that it has to be said what becomes of the rest. */
export function isUnderpaid(
  { paymentStatus }: Pick<PanelOrder, "paymentStatus">,
  { unrefundedSats }: Pick<PaymentDetails, "unrefundedSats">,
): boolean {
  return unrefundedSats > 0 && (paymentStatus === "partial" || paymentStatus === "review");
}

/** Returns the outstanding amount of an order in cents; 0 once it is settled. */
export function missingCents(
  { totalCents, paymentStatus }: Pick<PanelOrder, "totalCents" | "paymentStatus">,
  { receipts }: Pick<PaymentDetails, "receipts">,
): number {
  if (isSettled(paymentStatus)) return 0;
  const receivedCents = receipts
    .filter(({ currency, dispute }) => currency === SHOP_CURRENCY && dispute !== "lost")
    .reduce((sum, receipt) => sum + unrefundedCents(receipt), 0);
  return Math.max(0, totalCents - receivedCents);
}

/** Returns the satoshis that the newest requested amount still lacks; 0 once the order is settled. */
export function missingSats(
  { paymentStatus }: Pick<PanelOrder, "paymentStatus">,
  { quotes, unrefundedSats }: Pick<PaymentDetails, "quotes" | "unrefundedSats">,
): number {
  if (isSettled(paymentStatus)) return 0;
  return Math.max(0, (quotes[0]?.sats ?? 0) - unrefundedSats);
}
