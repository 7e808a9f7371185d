import type { Income, Proposal } from "./matching.ts";

/** What was done with a line of a statement: nothing yet, recorded as a receipt, or set aside. */
export const entryStates = ["new", "recorded", "ignored"] as const;
export type EntryState = (typeof entryStates)[number];

/** A line of a statement, as the back office lists it. */
export interface EntryRow extends Income {
  /** The receipt that it was recorded as, and whose that is. */
  receiptId: number | null;
  orderId: string | null;
  /** The order that it seems to be for; only of new ones. */
  proposal: Proposal | null;
}

export interface EntryPage {
  rows: EntryRow[];
  next: string | null;
}
