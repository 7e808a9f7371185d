import type { Db } from "#db/client.server.ts";
import { mailAdministrators } from "../accounts/admin-mails.server.ts";
import { type AlertSubject, type WatchedService, watchedServices } from "../mail/admin-mail.ts";
import { queueNotification } from "../notifications/queue.server.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/time.ts";

/** How long a service has to be down before administrators are alerted. */
const ALERT_AFTER_MS = 5 * MINUTE_MS;
/** At most one alert per service in this time, for all instances together. */
const ALERT_INTERVAL_MS = 6 * HOUR_MS;

/** Alerts administrators by mail, and the targets under Send to: once for each key. */
export async function alertAdministrators(
  db: Db,
  alert: { key: string; about: AlertSubject; since: Date; now: Date },
): Promise<void> {
  const { key, about, now } = alert;
  const since = alert.since.toISOString();
  const message = { template: "admin-alert", about, since } as const;
  await mailAdministrators(db, { key, message, now });
  const type = about === "backup" ? "backup.overdue" : "service.down";
  await queueNotification(db, { key, type, detail: { about, since }, now });
}

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
      const key = `admin-alert:${about}:${Math.floor(now.getTime() / ALERT_INTERVAL_MS)}`;
      await alertAdministrators(db, { key, about, since, now });
    }
  };
}
