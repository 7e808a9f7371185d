import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { orders } from "../orders/tables.ts";
import { readSettings } from "../settings/settings.server.ts";
import { notifications, notificationTargets } from "./tables.ts";

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

/** Withdraws the due ones that were answered meanwhile, unless they are being sent. */
export async function withdrawAnswered(db: Db, now: Date): Promise<void> {
  const unanswered = db.select({ id: orders.id }).from(orders).where(isUnanswered);
  await db
    .delete(notifications)
    .where(
      and(
        isNull(notifications.sentAt),
        isNull(notifications.failedAt),
        lte(notifications.nextAttemptAt, now),
        eq(notifications.type, "question.unanswered"),
        eq(notifications.attempts, 0),
        sql`${notifications.orderId} not in ${unanswered}`,
      ),
    );
}
