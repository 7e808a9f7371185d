import type { Db } from "#db/client.server.ts";
import { mailAdministrators } from "../accounts/admin-mails.server.ts";
import { type WatchedService, watchedServices } from "../mail/admin-mail.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/time.ts";

/** How long a service has to be down before administrators are alerted. */
const ALERT_AFTER_MS = 5 * MINUTE_MS;
/** At most one mail per service in this time, for all instances together. */
const ALERT_INTERVAL_MS = 6 * HOUR_MS;

/** Whether each service is available. */
export type Health = Record<WatchedService, boolean>;

/** Returns a function, to be called regularly, that alerts the administrators of a service that stays down. */
export function createHealthWatch(db: Db): (health: Health, now: Date) => Promise<void> {
  const downSince = new Map<string, Date>();
  return async (health, now) => {
    for (const about of watchedServices) {
      if (health[about]) {
        downSince.delete(about);
        continue;
      }
      const since = downSince.get(about) ?? now;
      downSince.set(about, since);
      if (now.getTime() - since.getTime() < ALERT_AFTER_MS) continue;
      await mailAdministrators(db, {
        key: `admin-alert:${about}:${Math.floor(now.getTime() / ALERT_INTERVAL_MS)}`,
        message: { template: "admin-alert", about, since: since.toISOString() },
        now,
      });
    }
  };
}
