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
