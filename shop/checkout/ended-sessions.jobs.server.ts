import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { SECOND_MS } from "#lib/time.ts";
import { returnCreditOfEndedSessions } from "./account-takings.server.ts";

const TICK_MS = 5 * SECOND_MS;

/** Starts the job that returns the credit of checkouts whose session was ended elsewhere. */
export function startCreditReturns(db: Db, { log }: { log: Log }): Loop {
  const tick = async () => {
    const returned = await returnCreditOfEndedSessions(db, new Date());
    if (returned > 0) log(`credit of ended sessions returned: checkouts=${returned}`);
  };
  return startLoop(tick, { pauseMs: TICK_MS, failed: (error) => log("credit", error) });
}
