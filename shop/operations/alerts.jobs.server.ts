import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { MINUTE_MS } from "#lib/time.ts";
import { createHealthWatch, type Health } from "./alerts.server.ts";
import type { SystemWatch } from "./system-watch.server.ts";

const CHECK_INTERVAL_MS = 15_000;

/** Starts the job that checks every 15 seconds the services that the shop needs, its backups and its disk. */
export function startAlerts(
  db: Db,
  { health, system, log }: { health: (now: Date) => Health; system: SystemWatch; log: Log },
): Loop {
  const checkHealth = createHealthWatch(db);
  return startLoop(
    async () => {
      const now = new Date();
      await checkHealth(health(now), now);
      await system.alert(now);
    },
    { pauseMs: CHECK_INTERVAL_MS, pauseFirst: true, failed: (error) => log("alerts", error) },
  );
}

/** Starts the job that checks every minute whether the database was replaced while the shop runs. */
export function startRestoreChecks(check: (now: Date) => Promise<unknown>, log: Log): Loop {
  return startLoop(
    async () => {
      await check(new Date());
    },
    { pauseMs: MINUTE_MS, pauseFirst: true, failed: (error) => log("restore check", error) },
  );
}
