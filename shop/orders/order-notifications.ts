import type { Goods } from "../catalog/goods.ts";
import type { PaymentStatus } from "./payment-status.ts";

/** The payment statuses that notify administrators at once. */
export const notifiedStatuses = [
  "paid",
  "overpaid",
  "review",
  "reversed",
] as const satisfies readonly PaymentStatus[];

/** An order event that is shown as a desktop notification to administrators. */
export interface OrderNotification extends Goods {
  /** The id of the event, in ascending order. */
  id: number;
  orderId: string;
  what: "placed" | "message" | (typeof notifiedStatuses)[number];
  totalCents: number;
}

/**
 * The position up to which events were read. Events take their ids before they are committed, so that a lower id may
 * become visible after a higher one: the gaps are part of the cursor, and are read again.
 */
export interface NotificationCursor {
  last: number;
  /** The ids shortly before `last` that were not visible: uncommitted or rolled back. */
  missing: number[];
}

/** The notifications after a cursor, and the next cursor. */
export interface NotificationPage {
  /** Oldest first, at most 20. */
  notifications: OrderNotification[];
  /** The number of all events after the cursor. */
  count: number;
  cursor: NotificationCursor;
}

/** Formats a cursor as a query parameter. */
export function formatCursor({ last, missing }: NotificationCursor): string {
  return [last, ...missing].join(",");
}

/** Parses a cursor from a query parameter; null if it is malformed. */
export function parseCursor(text: string): NotificationCursor | null {
  if (!/^\d{1,15}(,\d{1,15}){0,200}$/.test(text)) return null;
  const [last = 0, ...missing] = text.split(",").map(Number);
  return { last, missing };
}
