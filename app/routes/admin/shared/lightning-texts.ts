import { formatBtc } from "#lib/money.ts";
import type { LightningStatus } from "#shop/payments/lightning/lightning.jobs.server.ts";

/** Returns whether the node can be used; what is wrong is shown beside it. */
export function nodeStateText({ problem }: Pick<LightningStatus, "problem">): string {
  return problem === null ? "Answering" : "Cannot be used";
}

/** Returns what the node can receive now: "0.01500000 BTC"; null before it has answered. */
export function receivableText({ state }: Pick<LightningStatus, "state">): string | null {
  if (!state) return null;
  return state.receivableSats === null ? NOT_PERMITTED : `${formatBtc(state.receivableSats)} BTC`;
}

/** In the place of a value that the credentials do not let the shop read. */
export const NOT_PERMITTED = "Not permitted to read";
