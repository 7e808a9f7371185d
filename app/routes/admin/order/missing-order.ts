import { isSettled } from "#shop/payments/model/payment.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import { left, SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import type { PanelOrder } from "./order-drawer.tsx";

/** Cents that an order still waits for; 0 once it is paid, by whatever way. */
export function missingCents(
  { totalCents, paymentStatus }: Pick<PanelOrder, "totalCents" | "paymentStatus">,
  { receipts }: Pick<PaymentDetails, "receipts">,
): number {
  if (isSettled(paymentStatus)) return 0;
  const kept = receipts
    .filter(({ currency, dispute }) => currency === SHOP_CURRENCY && dispute !== "lost")
    .reduce((sum, receipt) => sum + left(receipt), 0);
  return Math.max(0, totalCents - kept);
}
