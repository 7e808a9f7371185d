import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Health, watchHealth } from "./alerts.server.ts";

const LOOK_MS = 15_000;

/** Looks every quarter of a minute whether all that the shop needs works. */
export function startAlerts(
  db: Db,
  { health, log }: { health: (now: Date) => Health; log: Log },
): { stop: () => Promise<void> } {
  const look = watchHealth(db);
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    const now = new Date();
    running ??= look(health(now), now)
      .catch((error: unknown) => log("alerts", error))
      .finally(() => {
        running = null;
      });
  }, LOOK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
