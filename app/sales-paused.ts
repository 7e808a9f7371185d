import { data } from "react-router";

/** The data of a 503 by which the error page tells this from an unreachable shop. */
export const SALES_PAUSED = "sales-paused";

const RETRY_SECONDS = 300;

/** Throws a 503 while the shop begins no checkouts, so that the room on its disk is left to payments. */
export function refuseWhilePaused({ salesPaused }: { salesPaused: () => boolean }): void {
  if (!salesPaused()) return;
  throw data(SALES_PAUSED, { status: 503, headers: { "retry-after": String(RETRY_SECONDS) } });
}
