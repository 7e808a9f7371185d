import type { Db } from "#db/client.server.ts";
import { type Limit, tryOnce } from "#shop/limits/limits.server.ts";

/** Counts one attempt against each limit; returns the seconds to wait if one is exceeded, else 0. */
export async function secondsToWait(
  db: Db,
  limits: readonly { limit: Limit; who: string }[],
  now: Date,
): Promise<number> {
  const waits: number[] = [];
  for (const { limit, who } of limits) waits.push(await tryOnce(db, limit, who, now));
  return Math.max(0, ...waits);
}

/** Returns the message and the 429 response of an exceeded limit: 'Too many tries. Please wait 3 minutes and try again.' */
export function tooManyTries(seconds: number): { message: string; init: ResponseInit } {
  const minutes = Math.ceil(seconds / 60);
  return {
    message: `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`,
    init: { status: 429, headers: { "retry-after": String(seconds) } },
  };
}
