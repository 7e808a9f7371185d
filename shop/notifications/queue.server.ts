import { and, eq, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { isNextDue } from "#db/claim-due.server.ts";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { backoffMs } from "#lib/backoff.ts";
import { addMs, addSeconds, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { orders } from "../orders/tables.ts";
import { readSettings } from "../settings/settings.server.ts";
import {
  KEEP_DAYS,
  type NotificationDetail,
  type NotificationEvent,
  TEST_NOTIFICATION,
} from "./notification.ts";
import { quietUntil } from "./quiet-hours.ts";
import type { Outcome } from "./request.server.ts";
import { notifications, notificationTargets } from "./tables.ts";

/** The topic of changed targets, which only administrators see. */
export const TARGETS_TOPIC = "notifications";

const BACKOFF = { firstMs: 5 * SECOND_MS, longestMs: HOUR_MS };
const RETRY_FOR_MS = DAY_MS;
/** How long a claim lasts after a crash: well over the timeout of one attempt. */
const CLAIM_MS = 30 * SECOND_MS;
/** The most that one claim takes; more come with the next one. */
const CLAIM_MAX = 200;

export type StoredNotification = typeof notifications.$inferSelect;
export type StoredTarget = typeof notificationTargets.$inferSelect;

const waiting = and(isNull(notifications.sentAt), isNull(notifications.failedAt));

/** Queues an event that is no order's, for every target that is notified of it. `key` names it: it is queued once. */
export async function queueNotification(
  tx: Db,
  event: { key: string; type: NotificationEvent; detail: NotificationDetail; now: Date },
): Promise<void> {
  const { key, type, detail, now } = event;
  const targets = await tx
    .select({ targetId: notificationTargets.id })
    .from(notificationTargets)
    .where(sql`${type} = any(${notificationTargets.events})`);
  if (targets.length === 0) return;
  await tx
    .insert(notifications)
    .values(
      targets.map((target) => ({
        ...target,
        key,
        type,
        detail,
        createdAt: now,
        nextAttemptAt: now,
      })),
    )
    .onConflictDoNothing();
}

/** Queues the messages of buyers that wait for an answer for longer than the owner has set; not older ones than the target. */
export async function queueQuestions(db: Db, now: Date): Promise<void> {
  const wants = sql`'question.unanswered' = any(${notificationTargets.events})`;
  if ((await db.$count(notificationTargets, wants)) === 0) return;
  const { questionMinutes } = await readSettings(db);
  const before = sql.param(addMs(now, -questionMinutes * MINUTE_MS), orders.awaitedSince);
  const at = sql.param(now, notifications.createdAt);
  await db.execute(
    sql`insert into ${notifications} (target_id, key, type, order_id, detail, created_at, next_attempt_at)
      select ${notificationTargets.id},
        'question:' || ${orders.id} || ':' || extract(epoch from ${orders.awaitedSince})::text,
        'question.unanswered', ${orders.id}, jsonb_build_object('since', ${orders.awaitedSince}),
        ${at}::timestamptz, ${at}::timestamptz
      from ${notificationTargets}, ${orders}
      where ${wants} and ${isUnanswered} and ${orders.awaitedSince} <= ${before}::timestamptz
        and ${orders.awaitedSince} >= ${notificationTargets.createdAt}
      on conflict do nothing`,
  );
}

const isUnanswered = and(eq(orders.awaitedFrom, "shop"), isNull(orders.deletedAt));

/**
 * Claims what is due, with its target. In quiet hours everything but tests is put off to their end, when it is due
 * together. A question that was answered meanwhile is withdrawn. After a crash the claim expires.
 */
export async function claimNotifications(
  db: Db,
  now: Date,
): Promise<{ target: StoredTarget; batch: StoredNotification[] }[]> {
  const isDue = and(waiting, lte(notifications.nextAttemptAt, now));
  if ((await db.$count(notifications, isDue)) === 0) return [];
  const quietEnd = quietUntil(await readSettings(db), now);
  if (quietEnd)
    await db
      .update(notifications)
      .set({ nextAttemptAt: quietEnd })
      .where(and(isDue, ne(notifications.type, TEST_NOTIFICATION)));
  const unanswered = db.select({ id: orders.id }).from(orders).where(isUnanswered);
  await db
    .delete(notifications)
    .where(
      and(
        isDue,
        eq(notifications.type, "question.unanswered"),
        eq(notifications.attempts, 0),
        sql`${notifications.orderId} not in ${unanswered}`,
      ),
    );
  const claimed = await db
    .update(notifications)
    .set({
      attempts: sql`${notifications.attempts} + 1`,
      nextAttemptAt: addMs(now, CLAIM_MS),
      giveUpAt: sql`coalesce(${notifications.giveUpAt}, ${sql.param(addMs(now, RETRY_FOR_MS), notifications.giveUpAt)}::timestamptz)`,
    })
    .where(
      isNextDue(db, {
        table: notifications,
        key: [notifications.id],
        dueAt: notifications.nextAttemptAt,
        now,
        where: waiting,
        limit: CLAIM_MAX,
      }),
    )
    .returning();
  if (claimed.length === 0) return [];
  const batches = Map.groupBy(
    claimed.toSorted((a, b) => a.position - b.position),
    ({ targetId }) => targetId,
  );
  const targets = await db
    .select()
    .from(notificationTargets)
    .where(inArray(notificationTargets.id, [...batches.keys()]));
  return targets.map((target) => ({ target, batch: batches.get(target.id) ?? [] }));
}

/**
 * Records an attempt for all notifications of a message. A failed one is retried after about 5 s, 10 s, 20 s … at most
 * hourly, and not before the receiver wants it, until a day after the first attempt.
 */
export async function recordOutcome(
  db: Db,
  {
    target,
    batch,
    outcome,
    now,
  }: {
    target: StoredTarget;
    batch: readonly StoredNotification[];
    outcome: Outcome;
    now: Date;
  },
): Promise<void> {
  const { error, retryAfter } = outcome;
  const inBatch = inArray(
    notifications.id,
    batch.map(({ id }) => id),
  );
  await db.transaction(async (tx) => {
    // Locks the target before its notifications, in the same order as by its deletion.
    await tx
      .update(notificationTargets)
      .set(
        error === null
          ? { failures: 0, lastError: null, lastSentAt: now }
          : { failures: sql`${notificationTargets.failures} + 1`, lastError: error },
      )
      .where(eq(notificationTargets.id, target.id));
    if (error === null) await tx.update(notifications).set({ sentAt: now }).where(inBatch);
    else {
      const attempts = Math.max(...batch.map((each) => each.attempts));
      const earliest = addSeconds(now, retryAfter ?? 0);
      const next = addMs(now, backoffMs(attempts, BACKOFF));
      await tx
        .update(notifications)
        .set({
          nextAttemptAt: next > earliest ? next : earliest,
          failedAt: sql`case when ${notifications.giveUpAt} <= ${sql.param(now, notifications.giveUpAt)}::timestamptz
            then ${sql.param(now, notifications.failedAt)}::timestamptz end`,
        })
        .where(inBatch);
    }
    await notify(tx, CHANGES_CHANNEL, TARGETS_TOPIC);
  });
}

/** Makes claimed notifications due again, when the shop aborted their message as it closed. */
export async function releaseNotifications(
  db: Db,
  batch: readonly StoredNotification[],
  now: Date,
): Promise<void> {
  const ids = batch.map(({ id }) => id);
  await db
    .update(notifications)
    .set({ nextAttemptAt: now })
    .where(and(waiting, inArray(notifications.id, ids)));
}

/** Marks all waiting notifications as failed, after a restore: they were perhaps sent. Returns how many. */
export async function holdNotifications(tx: Db, now: Date): Promise<number> {
  const held = await tx
    .update(notifications)
    .set({ failedAt: now })
    .where(waiting)
    .returning({ id: notifications.id });
  return held.length;
}

/** Deletes finished notifications `KEEP_DAYS` after they were queued. */
export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  await db
    .delete(notifications)
    .where(
      and(
        lt(notifications.createdAt, addMs(now, -KEEP_DAYS * DAY_MS)),
        or(isNotNull(notifications.sentAt), isNotNull(notifications.failedAt)),
      ),
    );
}
