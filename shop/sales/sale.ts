/**
 * Why what an order has kept changes: `sale` when it was paid or completed, `sent_back` and `credited` for refunds and
 * their undoing, `rejected`, `deleted`, `reversed` and `unpaid` when it no longer counts, `restored` when it counts again.
 */
export type SaleEntryKind =
  | "sale"
  | "sent_back"
  | "credited"
  | "rejected"
  | "deleted"
  | "reversed"
  | "unpaid"
  | "restored";
