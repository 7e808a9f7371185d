import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { createHealthWatch, type Health } from "./alerts.server.ts";

const CHECK_INTERVAL_MS = 15_000;

/** Starts the job that checks every 15 seconds whether the services that the shop needs are available. */
export function startAlerts(
  db: Db,
  { health, log }: { health: (now: Date) => Health; log: Log },
): Loop {
  const checkHealth = createHealthWatch(db);
  return startLoop(
    async () => {
      const now = new Date();
      await checkHealth(health(now), now);
    },
    { pauseMs: CHECK_INTERVAL_MS, pauseFirst: true, failed: (error) => log("alerts", error) },
  );
}
