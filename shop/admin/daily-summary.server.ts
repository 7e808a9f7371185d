import type { Db } from "#db/client.server.ts";
import { addDays, localDate, localHour } from "#lib/days.ts";
import { mailAdministrators } from "../accounts/admin-mails.server.ts";
import { readDashboard } from "../reports/dashboards.server.ts";
import { readMetricDays } from "../reports/metrics.server.ts";
import { readDay } from "../reports/reports.server.ts";
import { readSettings } from "../settings/settings.server.ts";

/** The hour of the morning, in the shop's time zone, from which on the day before is told. */
const MORNING = 7;

/** Tells the administrators what the day before brought and what waits now: once a day, if the owner wants it. */
export async function sendDailySummary(db: Db, now: Date): Promise<void> {
  const { dailySummary, timeZone } = await readSettings(db);
  if (!dailySummary || localHour(now, timeZone) < MORNING) return;
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
