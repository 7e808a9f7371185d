/** A refund that was sent: the satoshis, the address, and the transaction. */
export interface SentRefund {
  sats: number;
  address: string;
  txid: string;
}

/** A refund that became credit of the buyer's account. */
interface CreditedRefund {
  /** The part of the payment that it refunds; 0 for a receipt. */
  sats: number;
  creditCents: number;
}

export type Refund = SentRefund | CreditedRefund;

/** Returns whether a payment whose refund was recorded went back in part only. */
export function isRefundedInPart({
  receivedSats,
  refundedSats: refunded,
}: {
  receivedSats: number;
  refundedSats: number;
}): boolean {
  return refunded > 0 && refunded < receivedSats;
}

/** Returns the satoshis that these decisions sent back, or made credit. */
export function refundedSats(active: readonly { refund: Refund | null }[]): number {
  return active.reduce((total, { refund }) => total + (refund?.sats ?? 0), 0);
}
