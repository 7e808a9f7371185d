import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { sendOn } from "./sending.server.ts";
import { changed } from "./subscribers.server.ts";

const TICK_MS = 500;

/** Keeps the newsletter that is being sent going, and the back office told how far it is, for ever. */
export function startNewsletters(db: Db, { log }: { log: Log }): Loop {
  let waited: number | null = null;
  return startLoop(
    async () => {
      const waiting = await sendOn(db, new Date());
      if (waiting !== waited) await changed(db);
      waited = waiting;
    },
    { pauseMs: TICK_MS, failed: (error) => log("newsletters", error) },
  );
}
