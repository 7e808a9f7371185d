import type { OrderStatus } from "#shop/orders/order.ts";
import type { ReceiptMethod } from "#shop/settings/payment-method.ts";
import type { Assessment, OutputState, Refund } from "../model/payment.ts";
import type { Dispute } from "../model/receipt.ts";
import type { RefundLookUp } from "./refund-state.ts";
import type { ChainSubject, Choice, RefundProposal, ReviewReason } from "./review.ts";

/** Whose money it is: an order's, that of a checkout whose order is gone, or nobody's. */
export interface Owner {
  order: { id: string; status: OrderStatus; deleted: boolean } | null;
  tiktokUsername: string | null;
  coins: number | null;
  priceCents: number | null;
}

/** Money that came by another way than the chain. */
export interface ReceiptMoney {
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
  /** What it was worth when it was seen, in US cents; null when no price was known. */
  worthCents: number | null;
  /** Null for money on the chain; of a receipt all satoshis are 0. */
  receipt: ReceiptMoney | null;
}

/** A decision that was made, and perhaps taken back. */
export interface DecisionRow extends Owner {
  id: number;
  key: string;
  kind: Choice;
  reason: string;
  receivedSats: number;
  refund: Refund | null;
  /** What the chain shows of the refund; null when it is not looked up. */
  lookUp: RefundLookUp | null;
  /** For one about a receipt: what was left of it then, and what of that went back. */
  receipt:
    | (ReceiptMoney & {
        unrefundedCents: number;
        refundCents: number | null;
        /** The refund's own id, of the service or of the bank. */
        refundReference: string | null;
      })
    | null;
  /** It stands, and nobody else has acted on it: a refund that a service has sent cannot be taken back. */
  canBeUndone: boolean;
  byEmail: string;
  at: Date;
  undone: { byEmail: string; at: Date; reason: string } | null;
}

/** A page of a list, and where the next one begins; null at its end. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** Everything one has to know to decide about a receipt. */
export interface ReceiptDetails extends ReceiptMoney {
  id: number;
  reason: ReviewReason | null;
  since: Date | null;
  order: { id: string; status: OrderStatus; deleted: boolean } | null;
  buyer: { tiktokUsername: string; email: string; coins: number; priceCents: number } | null;
  /** The payment's own id, of its service or of the bank. */
  reference: string;
  details: string;
  refundedCents: number;
  bouncedCents: number;
  unrefundedCents: number;
  /** In cents. */
  proposal: RefundProposal;
  dispute: Dispute | null;
  recordedBy: string | null;
  receivedAt: Date;
  /** True when its service sends refunds by itself; else it is noted what was sent by hand. */
  refundsByService: boolean;
  decisions: DecisionRow[];
  choices: Choice[];
  /** What a decision has to name, to show that it is about this. */
  version: string;
}

/** Everything one has to know to decide about money on the chain. */
export interface ReviewDetails {
  subject: ChainSubject;
  /** Why it waits; null when nothing has to be decided. */
  reason: ReviewReason | null;
  since: Date | null;
  order: { id: string; status: OrderStatus; deleted: boolean } | null;
  buyer: { tiktokUsername: string; email: string; coins: number; priceCents: number } | null;
  address: string;
  /** What the money amounts to; null for money that no checkout claims. */
  assessment: Assessment | null;
  /** What was asked for last: at which rate, until when. */
  quote: { sats: number; rateCents: number; expiresAt: Date } | null;
  receivedSats: number;
  refundedSats: number;
  /** The address that the buyer gave for a refund. */
  refundAddress: string | null;
  /** In satoshis. */
  proposal: RefundProposal;
  /** What would be asked for as the rest: of the amount held last, and at the rate of now. */
  rest: { held: number; now: number | null } | null;
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
  /** What a decision has to name, to show that it is about this. */
  seen: { version: number; receivedSats: number };
}
