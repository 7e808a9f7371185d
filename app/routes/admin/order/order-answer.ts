import type { RecordAnswer } from "./record-fields.ts";

/** Why a change was not made, and what was typed. */
export interface OrderAnswer {
  /** Somebody changed the order meanwhile. */
  stale?: boolean;
  note?: string;
  error?: string;
  /** Of the form that records a payment. */
  record?: RecordAnswer;
}
