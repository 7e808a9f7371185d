import type { OrderStatus } from "#shop/orders/order.ts";
import type { Assessment, OutputState, Refund } from "./payment.ts";
import type { Choice, ReviewReason, ReviewSubject } from "./review.ts";

/** Whose money it is: an order's, that of a checkout whose order is gone, or nobody's. */
export interface Owner {
  order: { id: string; status: OrderStatus; deleted: boolean } | null;
  tiktokUsername: string | null;
  coins: number | null;
  priceCents: number | null;
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
}

/** A decision that was made, and perhaps taken back. */
export interface DecisionRow extends Owner {
  id: number;
  key: string;
  kind: Choice;
  reason: string;
  receivedSats: number;
  refund: Refund | null;
  byEmail: string;
  at: Date;
  undone: { byEmail: string; at: Date; reason: string } | null;
}

/** A page of a list, and where the next one begins; null at its end. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** Everything one has to know to decide about money. */
export interface ReviewDetails {
  subject: ReviewSubject;
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
