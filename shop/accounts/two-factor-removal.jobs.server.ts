import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { MINUTE_MS } from "#lib/time.ts";
import { removeDueTwoFactors } from "./two-factor-removal.server.ts";

/** Starts the job that turns two-factor authentication off where that was asked for a day ago. */
export function startTwoFactorRemovals(
  db: Db,
  { clock, log }: { clock: () => Date; log: Log },
): Loop {
  const tick = async () => {
    const removed = await removeDueTwoFactors(db, clock());
    if (removed > 0) log(`two-factor authentication turned off: accounts=${removed}`);
  };
  return startLoop(tick, { pauseMs: MINUTE_MS, failed: (error) => log("two-factor", error) });
}
