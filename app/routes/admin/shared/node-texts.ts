import { formatCount, formatBtc } from "#lib/money.ts";
import type { HostState, HostStatus } from "#shop/payments/chain/chain.ts";
import type { LightningStatus } from "#shop/payments/lightning/lightning.jobs.server.ts";

export const hostStateTexts: Record<HostState, string> = {
  answering: "Answering",
  behind: "Behind: its newest block is old",
  limited: "Limited",
  down: "Down",
};

/** Returns the requests to a host in the last hour, and of how many it allows: "210 of 700". */
export function hostRequestsText({
  requestsLastHour,
  requestsPerHour,
}: Pick<HostStatus, "requestsLastHour" | "requestsPerHour">): string {
  if (requestsLastHour === null) return "—";
  const sent = formatCount(requestsLastHour);
  return requestsPerHour === null ? sent : `${sent} of ${formatCount(requestsPerHour)}`;
}

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
