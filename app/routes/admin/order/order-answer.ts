/** Why a change was not made, and what was typed. */
export interface OrderAnswer {
  /** Somebody changed the order meanwhile. */
  stale?: boolean;
  note?: string;
  error?: string;
}
