import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { sendOn } from "./sending.server.ts";
import { changed } from "./subscribers.server.ts";

const TICK_MS = 500;

/** Keeps the newsletter that is being sent going, and the back office told how far it is, for ever. */
export function startNewsletters(db: Db, { log }: { log: Log }): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let waited: number | null = null;

  const tick = async () => {
    const waiting = await sendOn(db, new Date());
    if (waiting !== waited) await changed(db);
    waited = waiting;
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      await tick().catch((error: unknown) => log("newsletters", error));
      await delay(TICK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();

  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
