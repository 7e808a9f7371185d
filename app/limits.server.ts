import type { Db } from "#db/client.server.ts";
import { countAttempt, type Limit, secondsBlocked } from "#shop/limits/limits.server.ts";

/** Who is held back when a sign-in is tried too often: the network address, and the account it is about. */
export async function secondsHeldBack(
  db: Db,
  limits: readonly { limit: Limit; who: string }[],
  now: Date,
): Promise<number> {
  const waits = await Promise.all(
    limits.map(({ limit, who }) => secondsBlocked(db, limit, who, now)),
  );
  return Math.max(0, ...waits);
}

/** Counts one try against each. */
export async function countTries(
  db: Db,
  limits: readonly { limit: Limit; who: string }[],
  now: Date,
): Promise<void> {
  for (const { limit, who } of limits) await countAttempt(db, limit, who, now);
}

/** 'Too many tries. Please wait 3 minutes and try again.', with the status and header that say the same. */
export function tooManyTries(seconds: number): { message: string; init: ResponseInit } {
  const minutes = Math.ceil(seconds / 60);
  return {
    message: `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`,
    init: { status: 429, headers: { "retry-after": String(seconds) } },
  };
}
