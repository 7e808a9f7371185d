import type { Goods, GoodsRecipient } from "../../catalog/goods.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { ReceiptMethod } from "#shop/settings/payment-method.ts";
import type { Assessment, OutputState, PaidInvoice } from "../model/payment.ts";
import type { Refund } from "../model/refund.ts";
import type { Dispute } from "../model/receipt.ts";
import type { RefundLookUp } from "./refund-state.ts";
import type { ChainSubject, Choice, RefundProposal, ReviewReason } from "./review.ts";

/** The owner of a payment: an order, or a checkout whose order was purged; all null for an unclaimed payment. */
export interface Owner {
  order: { id: string; status: OrderStatus; deleted: boolean } | null;
  tiktokUsername: string | null;
  giftEmail: string | null;
  goods: Goods | null;
  priceCents: number | null;
}

/** The amount of a receipt. */
export interface ReceiptAmount {
  method: ReceiptMethod;
  cents: number;
  /** ISO 4217, in capitals. */
  currency: string;
}

/** A payment that waits for a decision. */
export interface ReviewRow extends Owner {
  id: number;
  key: string;
  reason: ReviewReason;
  since: Date;
  dueSats: number | null;
  receivedSats: number;
  missingSats: number;
  excessSats: number;
  /** Its value in US cents when it was first seen; null when no price was known. */
  worthCents: number | null;
  /** Null for a payment on the chain. With a receipt all satoshis are 0. */
  receipt: ReceiptAmount | null;
}

/** A decision, possibly undone. */
export interface DecisionRow extends Owner {
  id: number;
  key: string;
  kind: Choice;
  reason: string;
  receivedSats: number;
  refund: Refund | null;
  /** What the chain shows of the refund; null when it is not looked up. */
  lookUp: RefundLookUp | null;
  /** For one about a receipt: the remaining amount before it, and the part that was refunded. */
  receipt:
    | (ReceiptAmount & {
        unrefundedCents: number;
        refundCents: number | null;
        /** The refund's id at the provider or the bank. */
        refundReference: string | null;
      })
    | null;
  /** False once undone, and for a refund that a provider has sent. */
  canBeUndone: boolean;
  byEmail: string;
  at: Date;
  undone: { byEmail: string; at: Date; reason: string } | null;
}

/** A page of a list, with the cursor of the next page; null on the last one. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** A receipt with everything needed to decide about it. */
export interface ReceiptDetails extends ReceiptAmount {
  id: number;
  reason: ReviewReason | null;
  since: Date | null;
  order: { id: string; status: OrderStatus; deleted: boolean } | null;
  buyer: (Goods & GoodsRecipient & { email: string; priceCents: number }) | null;
  /** The payment's id at the provider or the bank. */
  reference: string;
  details: string;
  refundedCents: number;
  bouncedCents: number;
  /** Cents that became credit of the buyer's account. */
  creditedCents: number;
  unrefundedCents: number;
  /** Cents that became credit although the provider sent them back. */
  returnedTwiceCents: number;
  /** In cents. */
  proposal: RefundProposal;
  dispute: Dispute | null;
  recordedBy: string | null;
  receivedAt: Date;
  /** True when its provider sends refunds; otherwise an administrator records those sent by hand. */
  refundsByProvider: boolean;
  decisions: DecisionRow[];
  choices: Choice[];
  /** The version that a decision has to state; a decision with another one is stale. */
  version: string;
}

/** A payment on the chain with everything needed to decide about it. */
export interface ReviewDetails {
  subject: ChainSubject;
  /** Why it is in the review queue; null when it is not. */
  reason: ReviewReason | null;
  since: Date | null;
  order: { id: string; status: OrderStatus; deleted: boolean } | null;
  buyer: (Goods & GoodsRecipient & { email: string; priceCents: number }) | null;
  /** Null for a payment that could be made by Lightning only. */
  address: string | null;
  /** Null for an unclaimed output. */
  assessment: Assessment | null;
  /** The newest active quote; null for an unclaimed output. */
  quote: { sats: number; rateCents: number; expiresAt: Date } | null;
  receivedSats: number;
  refundedSats: number;
  /** The address that the buyer gave for a refund. */
  refundAddress: string | null;
  /** In satoshis. */
  proposal: RefundProposal;
  /** The outstanding satoshis by the newest quote, and by the price at the current rate; null for an unclaimed output. */
  outstanding: { held: number; now: number | null } | null;
  /** Paid Lightning invoices. */
  lightningPayments: PaidInvoice[];
  outputs: {
    txid: string;
    vout: number;
    sats: number;
    firstSeenAt: Date;
    state: OutputState;
    confirmations: number;
    rateCents: number | null;
  }[];
  decisions: DecisionRow[];
  choices: Choice[];
  /** The version that a decision has to state; a decision with another one is stale. */
  seen: { version: number; receivedSats: number };
}
