import { formatCount } from "#lib/money.ts";
import type { HostState, HostStatus } from "#shop/payments/chain/chain.ts";

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
