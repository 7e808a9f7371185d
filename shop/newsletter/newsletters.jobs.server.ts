import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { sendNextBatch } from "./sending.server.ts";
import { notifyNewsletters } from "./subscribers.server.ts";

const TICK_MS = 500;

/** Starts the job that sends newsletters and notifies the back office of their progress. */
export function startNewsletters(db: Db, { log }: { log: Log }): Loop {
  let previous: number | null = null;
  return startLoop(
    async () => {
      const waiting = await sendNextBatch(db, new Date());
      if (waiting !== previous) await notifyNewsletters(db);
      previous = waiting;
    },
    { pauseMs: TICK_MS, failed: (error) => log("newsletters", error) },
  );
}
