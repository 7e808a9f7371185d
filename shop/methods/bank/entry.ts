import type { Income, Proposal } from "./matching.ts";

/** States of a statement entry: not decided, recorded as a receipt, or ignored. */
export const entryStates = ["new", "recorded", "ignored"] as const;
export type EntryState = (typeof entryStates)[number];

/** A statement entry as the back office lists it. */
export interface EntryRow extends Income {
  /** The receipt as which it was recorded, and that receipt's order. */
  receiptId: number | null;
  orderId: string | null;
  /** The proposed order; only for new entries. */
  proposal: Proposal | null;
}

export interface EntryPage {
  rows: EntryRow[];
  next: string | null;
}
