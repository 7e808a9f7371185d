import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { type Health, watchHealth } from "./alerts.server.ts";

const LOOK_MS = 15_000;

/** Looks every quarter of a minute whether all that the shop needs works. */
export function startAlerts(
  db: Db,
  { health, log }: { health: (now: Date) => Health; log: Log },
): Loop {
  const look = watchHealth(db);
  return startLoop(
    async () => {
      const now = new Date();
      await look(health(now), now);
    },
    { pauseMs: LOOK_MS, pauseFirst: true, failed: (error) => log("alerts", error) },
  );
}
