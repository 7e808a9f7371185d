import type { Db } from "#db/client.server.ts";
import { mailAdministrators } from "../accounts/admin-mails.server.ts";
import { type AlertSubject, alertSubjects } from "../mail/mail.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/time.ts";

/** How long something has to be down before anybody is told. */
const PATIENCE_MS = 5 * MINUTE_MS;
/** At most one mail about the same thing in this time, however many instances notice. */
const QUIET_MS = 6 * HOUR_MS;

/** Whether each of these works at the moment. */
export type Health = Record<AlertSubject, boolean>;

/** Looks at what the shop cannot work without, again and again, and tells the administrators what stays down. */
export function watchHealth(db: Db): (health: Health, now: Date) => Promise<void> {
  const downSince = new Map<string, Date>();
  return async (health, now) => {
    for (const about of alertSubjects) {
      if (health[about]) {
        downSince.delete(about);
        continue;
      }
      const since = downSince.get(about) ?? now;
      downSince.set(about, since);
      if (now.getTime() - since.getTime() < PATIENCE_MS) continue;
      await mailAdministrators(db, {
        key: `admin-alert:${about}:${Math.floor(now.getTime() / QUIET_MS)}`,
        message: { template: "admin-alert", about, since: since.toISOString() },
        now,
      });
    }
  };
}
