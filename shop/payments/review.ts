export type ReviewReason =
  | "underpaid"
  | "late"
  | "again"
  | "overpaid"
  | "rejected"
  | "deleted"
  | "unclaimed";
