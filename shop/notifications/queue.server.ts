import { and, eq, inArray, isNotNull, isNull, lt, lte, notInArray, or, sql } from "drizzle-orm";
import { isLost, isNextDue, type LostClaims } from "#db/claim-due.server.ts";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { backoffMs } from "#lib/backoff.ts";
import { addMs, addSeconds, DAY_MS, HOUR_MS, SECOND_MS } from "#lib/time.ts";
import { isTeamRole } from "../accounts/access.ts";
import type { Role } from "../accounts/account.ts";
import { users } from "../accounts/tables.ts";
import { readSettings } from "../settings/settings.server.ts";
import {
  ARRIVED,
  KEEP_DAYS,
  type NotificationDetail,
  type NotificationEvent,
  type NotificationType,
  roleEvents,
  TEST_NOTIFICATION,
} from "./notification.ts";
import { withdrawAnswered } from "./questions.server.ts";
import { quietUntil } from "./quiet-hours.ts";
import type { Outcome } from "./request.server.ts";
import { notifications, notificationTargets } from "./tables.ts";

/** The topic of changed targets, which only administrators see. */
export const TARGETS_TOPIC = "notifications";

const BACKOFF = { firstMs: 5 * SECOND_MS, longestMs: HOUR_MS };
const RETRY_FOR_MS = DAY_MS;
/** How long a claim lasts while its process is connected: well over the timeout of one attempt. */
const CLAIM_MS = 30 * SECOND_MS;
/** The most that one claim takes; more come with the next one. */
const CLAIM_MAX = 200;

export type StoredNotification = typeof notifications.$inferSelect;
export type StoredTarget = typeof notificationTargets.$inferSelect;

const waiting = and(isNull(notifications.sentAt), isNull(notifications.failedAt));

/** What goes to a target as one message. */
interface Claim {
  target: StoredTarget;
  batch: StoredNotification[];
}

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

/**
 * Claims what is due, with its target. In quiet hours everything but tests and what goes to buyers is put off to their end, when it is due
 * together. A question that was answered meanwhile is withdrawn. After a crash the claim expires.
 */
export async function claimNotifications(
  db: Db,
  now: Date,
  holder: number | null = null,
): Promise<Claim[]> {
  const isDue = and(waiting, lte(notifications.nextAttemptAt, now));
  if ((await db.$count(notifications, isDue)) === 0) return [];
  const quietEnd = quietUntil(await readSettings(db), now);
  if (quietEnd)
    await db
      .update(notifications)
      .set({ nextAttemptAt: quietEnd })
      .where(and(isDue, notInArray(notifications.type, [TEST_NOTIFICATION, ARRIVED])));
  await withdrawAnswered(db, now);
  const claimed = await db
    .update(notifications)
    .set({
      attempts: sql`${notifications.attempts} + 1`,
      nextAttemptAt: addMs(now, CLAIM_MS),
      claimedBy: holder,
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
    .select({ target: notificationTargets, role: users.role, blockedAt: users.blockedAt })
    .from(notificationTargets)
    .leftJoin(users, eq(users.id, notificationTargets.userId))
    .where(inArray(notificationTargets.id, [...batches.keys()]));
  const claims: Claim[] = [];
  for (const { target, role, blockedAt } of targets) {
    const batch = batches.get(target.id) ?? [];
    const mayGet = (type: NotificationType) =>
      target.userId === null || eventsOf(blockedAt ? null : role).includes(type);
    // What the role of the device's owner may not see, or no longer.
    const refused = batch.filter(({ type }) => !mayGet(type)).map(({ id }) => id);
    if (refused.length > 0)
      await db.delete(notifications).where(inArray(notifications.id, refused));
    const allowed = batch.filter(({ type }) => mayGet(type));
    if (allowed.length > 0) claims.push({ target, batch: allowed });
  }
  return claims;
}

/** Returns what the devices of a role get; nothing for who is not of the team. */
function eventsOf(role: Role | null): readonly NotificationType[] {
  return role !== null && isTeamRole(role) ? [TEST_NOTIFICATION, ...roleEvents[role]] : [];
}

/**
 * Records an attempt for all notifications of a message. A failed one is retried after about 5 s, 10 s, 20 s … at most
 * hourly, and not before the receiver wants it, until a day after the first attempt. A device that is gone is removed,
 * as is a buyer's once it was told.
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
  const { error, retryAfter, gone = false } = outcome;
  const inBatch = inArray(
    notifications.id,
    batch.map(({ id }) => id),
  );
  await db.transaction(async (tx) => {
    if (gone || (error === null && target.orderId !== null)) {
      await tx.delete(notificationTargets).where(eq(notificationTargets.id, target.id));
      return notify(tx, CHANGES_CHANNEL, TARGETS_TOPIC);
    }
    // Locks the target before its notifications, in the same order as by its deletion.
    await tx
      .update(notificationTargets)
      .set(
        error === null
          ? { failures: 0, lastError: null, lastSentAt: now }
          : { failures: sql`${notificationTargets.failures} + 1`, lastError: error },
      )
      .where(eq(notificationTargets.id, target.id));
    if (error === null)
      await tx.update(notifications).set({ sentAt: now, claimedBy: null }).where(inBatch);
    else {
      const attempts = Math.max(...batch.map((each) => each.attempts));
      const earliest = addSeconds(now, retryAfter ?? 0);
      const next = addMs(now, backoffMs(attempts, BACKOFF));
      await tx
        .update(notifications)
        .set({
          nextAttemptAt: next > earliest ? next : earliest,
          claimedBy: null,
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
    .set({ nextAttemptAt: now, claimedBy: null })
    .where(and(waiting, inArray(notifications.id, ids)));
}

/** Makes notifications due whose claims are lost. */
export async function releaseLostNotifications(db: Db, lost: LostClaims, now: Date): Promise<void> {
  const { claimedBy, id } = notifications;
  await db
    .update(notifications)
    .set({ nextAttemptAt: now, claimedBy: null })
    .where(and(waiting, isLost(lost, { claimedBy, key: id })));
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

/** Deletes finished notifications, and the devices of buyers, `KEEP_DAYS` after they were stored. */
export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -KEEP_DAYS * DAY_MS);
  const { createdAt, orderId } = notificationTargets;
  await db.delete(notificationTargets).where(and(isNotNull(orderId), lt(createdAt, before)));
  await db
    .delete(notifications)
    .where(
      and(
        lt(notifications.createdAt, before),
        or(isNotNull(notifications.sentAt), isNotNull(notifications.failedAt)),
      ),
    );
}
