import type { OrderStatus } from "../orders/order.ts";

/** How far the adapter is with an order; "delivered" waits again, as an administrator has set it back. */
export type AdapterProgress = "calling" | "pending" | "retrying" | "failed" | "delivered";

export interface AdapterState {
  progress: AdapterProgress;
  /** Why it is not delivered; null while there is nothing to tell. */
  reason: string | null;
}

/** Returns whether the adapter may be delivering the order, so that delivering it by hand asks first. */
export function isUnderWay(state: AdapterState | null): boolean {
  return state !== null && state.progress !== "failed" && state.progress !== "delivered";
}

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
