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

/** Returns the satoshis that these decisions sent back, or made credit. */
export function refundedSats(active: readonly { refund: Refund | null }[]): number {
  return active.reduce((total, { refund }) => total + (refund?.sats ?? 0), 0);
}
