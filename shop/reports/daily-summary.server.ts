import type { Db } from "#db/client.server.ts";
import { addDays, localDate, localHour } from "#lib/days.ts";
import { mailAdministrators } from "../accounts/admin-mails.server.ts";
import { readDashboard } from "./dashboards.server.ts";
import { readMetricDays } from "../metrics/metrics.server.ts";
import { readDay } from "./reports.server.ts";
import { readSettings } from "../settings/settings.server.ts";

/** The hour in the shop's time zone from which the summary of the day before is sent. */
const SUMMARY_HOUR = 7;

/**
 * Mails the administrators the metrics of the day before and the open tasks, once a day, if the setting is on. The
 * key of the mail prevents a second one.
 */
export async function sendDailySummary(db: Db, now: Date): Promise<void> {
  const { dailySummary, timeZone } = await readSettings(db);
  if (!dailySummary || localHour(now, timeZone) < SUMMARY_HOUR) return;
  const { zone } = await readMetricDays(db);
  const day = addDays(localDate(now, zone), -1);
  const { orders, salesCents, visits } = await readDay(db, day);
  const { undelivered, reviews, failedMails } = (await readDashboard(db, { timeZone: zone, now }))
    .attention;
  await mailAdministrators(db, {
    key: `admin-daily:${day}`,
    message: {
      template: "admin-daily",
      day,
      orders,
      salesCents,
      visits,
      undelivered: undelivered.count,
      reviews: reviews.count,
      failedMails: failedMails.count,
    },
    now,
  });
}
