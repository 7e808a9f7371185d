import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { receipts } from "../payments/tables.ts";
import { type Result, err } from "#lib/result.ts";
import { mayChange } from "../accounts/admins.server.ts";
import type { DecisionError } from "#shop/payments/review/record-decision.server.ts";
import { decisionsOfReceipts } from "../payments/facts.server.ts";
import { totalRefundedCents } from "#shop/payments/model/receipt.ts";
import { type ChainRefundError, recordRefund } from "#shop/payments/review/chain-refunds.server.ts";
import { refundReceiptToCredit } from "#shop/payments/review/credited-refunds.server.ts";
import { proposeReceiptRefund } from "#shop/payments/review/receipt-proposal.server.ts";
import { checkRefundAmount, type RefundAmountError } from "#shop/payments/review/review.ts";
import type { Network } from "#shop/payments/wallet/address.ts";
import { orderOfCheckout } from "../orders/orders.server.ts";
import {
  type ReceiptDecisionInput,
  receiptVersion,
  recordReceiptRefund,
} from "#shop/payments/review/receipt-decisions.server.ts";
import { refreshPage } from "./hosted-pages.server.ts";
import type { PaymentProvider, ProviderError } from "./provider.ts";

type ChainRefund = Omit<Parameters<typeof recordRefund>[1], "network">;
type ReceiptRefund = ReceiptDecisionInput & {
  cents: number;
  /** The reference of a manual transfer; null when the provider sends the money. */
  sentAs: string | null;
  /** True to refund more than the excess. */
  beyondExcess?: boolean;
};
export type RefundError = ChainRefundError | ReceiptRefundError;
type ReceiptRefundError = DecisionError | RefundAmountError | "no-provider" | ProviderError;

/** Refunds a payment of either kind: money on the chain is recorded, a receipt is sent back by its provider. */
export function refundPayment(
  db: Db,
  { providers, network }: { providers: readonly PaymentProvider[]; network: Network },
  refund: ChainRefund | ReceiptRefund,
): Promise<Result<void, RefundError>> {
  return "receiptId" in refund
    ? refundReceipt(db, providers, refund)
    : recordRefund(db, { ...refund, network });
}

/**
 * Refunds cents of a receipt through its provider and records that; for a receipt without a provider only records the
 * refund, with the reference of the manual transfer. Repeating the same refund sends it once.
 */
export async function refundReceipt(
  db: Db,
  providers: readonly PaymentProvider[],
  deciding: ReceiptRefund,
): Promise<Result<void, ReceiptRefundError>> {
  const { receiptId, cents, version, actor, policy, now, sentAs } = deciding;
  if (!(await mayChange(db, actor, "payments"))) return err("forbidden");
  const [receipt] = await db.select().from(receipts).where(eq(receipts.id, receiptId));
  if (!receipt) return err("not-found");
  // A form of the other way says nothing of how this money goes back.
  if ((receipt.pageReference === null) !== (sentAs !== null)) return err("stale");
  if (receipt.pageReference === null)
    return recordReceiptRefund(db, { ...deciding, reference: sentAs, before: null });

  const provider = providers.find(({ method }) => method === receipt.method);
  if (!provider) return err("no-provider");
  // Checked before any money moves.
  if (receiptVersion(receipt, await decisionsOfReceipts(db, [receiptId])) !== version)
    return err("stale");
  const order = receipt.checkoutId ? await orderOfCheckout(db, receipt.checkoutId) : null;
  const proposal = await proposeReceiptRefund(db, receipt, order);
  const problem = checkRefundAmount(cents, proposal, deciding);
  if (problem) return err(problem);
  const sent = await provider.refund({
    receipt: receipt.reference,
    cents,
    currency: receipt.currency,
    // Bounced refunds count in the key, so that the same amount can be sent again.
    idempotencyKey: `refund-${receipt.reference}-${totalRefundedCents(receipt)}-${cents}`,
  });
  // A refund that was refused is recorded as well; otherwise its key would block a second attempt.
  if (!sent.ok && sent.error.kind === "unavailable") return sent;
  const noted = sent.ok
    ? await recordReceiptRefund(db, {
        ...deciding,
        reference: sent.value.reference,
        before: receipt,
      })
    : sent;
  // The provider's status is authoritative; if it does not respond, the page is polled again soon.
  await refreshPage(db, provider, receipt.pageReference, { policy, now });
  return noted;
}

/**
 * Refunds cents of a receipt as credit. The status is fetched from its provider first: what was sent back there meanwhile
 * makes this decision stale.
 */
export async function creditReceipt(
  db: Db,
  providers: readonly PaymentProvider[],
  deciding: Parameters<typeof refundReceiptToCredit>[1],
): ReturnType<typeof refundReceiptToCredit> {
  const { receiptId, actor, policy, now } = deciding;
  if (!(await mayChange(db, actor, "payments"))) return err("forbidden");
  const [receipt] = await db.select().from(receipts).where(eq(receipts.id, receiptId));
  const provider = providers.find(({ method }) => method === receipt?.method);
  // Without an answer, a refund that it reports later waits for review.
  if (provider && receipt?.pageReference)
    await refreshPage(db, provider, receipt.pageReference, { policy, now });
  return refundReceiptToCredit(db, deciding);
}
