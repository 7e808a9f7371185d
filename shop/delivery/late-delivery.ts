import type { OrderStatus } from "../orders/order.ts";

/** What had become of an order when the delivery adapter answered that it was delivered. */
export type LateState = Exclude<OrderStatus, "processing"> | "deleted";

/** Completes "delivered after it was …". */
export const lateWords: Record<LateState, string> = {
  pending: "set to pending",
  completed: "completed",
  rejected: "rejected",
  deleted: "deleted",
};

/** Returns the state in an event of the type "delivered", or its audit entry; null for an unknown one. */
export function lateStateOf({ data }: { data: Record<string, unknown> }): LateState | null {
  const states = Object.keys(lateWords) as LateState[];
  return states.find((state) => state === data.state) ?? null;
}
