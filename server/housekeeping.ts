import type { Db } from "#db/client.server.ts";
import { checkpointDue, vacuumDue } from "#db/embedded/vacuum.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { forgetOldEmailChanges } from "#shop/accounts/email-changes.server.ts";
import { forgetOldVerifications } from "#shop/accounts/end-sessions.server.ts";
import { forgetOldMailLinks } from "#shop/accounts/mail-links.server.ts";
import { forgetOldAttempts } from "#shop/limits/attempts.server.ts";
import { recountMetrics } from "#shop/metrics/metrics-recount.server.ts";
import { sendDailySummary } from "#shop/reports/daily-summary.server.ts";
import { deleteOldNewsletterMails } from "#shop/newsletter/newsletters.server.ts";
import { deleteUnconfirmedSubscribers } from "#shop/newsletter/subscribers.server.ts";
import { deleteOldNotifications } from "#shop/notifications/queue.server.ts";
import { purgeDeletedOrders } from "#shop/payments/purge-orders.server.ts";
import { foldMetrics } from "#shop/metrics/metrics.server.ts";
import { forgetOldInvitations } from "#shop/team/invitations.server.ts";
import { deleteOldDeliveries } from "#shop/webhooks/deliveries.server.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/time.ts";

const FOLD_MS = 10_000;
const RECOUNT_MS = 3000;
const VACUUM_MS = 5 * MINUTE_MS;
const CHECKPOINT_MS = MINUTE_MS;

/**
 * Starts the periodic jobs. They run on every instance and are idempotent. PostgreSQL vacuums by itself, the embedded
 * database does not.
 */
export function startHousekeeping(
  db: Db,
  { embedded, log }: { embedded: boolean; log: Log },
): { healthy: () => boolean; stop: () => Promise<void> } {
  const failing = new Set<number>();
  const loops = [
    every(HOUR_MS, async () => {
      await forgetOldAttempts(db, new Date());
      await forgetOldEmailChanges(db, new Date());
      await forgetOldMailLinks(db, new Date());
      await forgetOldInvitations(db, new Date());
      await forgetOldVerifications(db, new Date());
      await purgeDeletedOrders(db, new Date());
      await sendDailySummary(db, new Date());
      await deleteUnconfirmedSubscribers(db, new Date());
      await deleteOldNewsletterMails(db, new Date());
      await deleteOldDeliveries(db, new Date());
      await deleteOldNotifications(db, new Date());
    }),
    every(FOLD_MS, async () => {
      await foldMetrics(db);
    }),
    every(RECOUNT_MS, async () => ((await recountMetrics(db, { atMostMs: 1000 })) ? undefined : 0)),
  ];
  if (embedded)
    loops.push(
      every(VACUUM_MS, async () => {
        await vacuumDue(db);
      }),
      every(CHECKPOINT_MS, async () => {
        await checkpointDue(db);
      }),
    );

  /** A job may return the pause in milliseconds until its next tick. */
  function every(pauseMs: number, work: () => Promise<number | void>): Loop {
    return startLoop(
      async () => {
        const pause = await work();
        failing.delete(pauseMs);
        return pause;
      },
      {
        pauseMs,
        pauseFirst: true,
        failed: (error) => {
          failing.add(pauseMs);
          log("housekeeping job failed", error);
        },
      },
    );
  }

  return {
    /** False from a failure until the same job succeeds again. */
    healthy: () => failing.size === 0,
    stop: async () => {
      await Promise.all(loops.map(({ stop }) => stop()));
    },
  };
}
