import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { type Result, err, ok } from "#lib/result.ts";
import { isTeamRole } from "../accounts/access.ts";
import { isAdministrator, roleOf } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { makeSecret } from "../webhooks/signature.server.ts";
import {
  checkTarget,
  type Resolve,
  type TargetError,
  type TargetPolicy,
} from "../webhooks/ssrf-guard.server.ts";
import {
  type ListedTarget,
  type NewTarget,
  TARGETS_MAX,
  targetName,
  TEST_NOTIFICATION,
} from "./notification.ts";
import { type StoredTarget, TARGETS_TOPIC } from "./queue.server.ts";
import { notifications, notificationTargets } from "./tables.ts";

/** A target of the whole shop, and nobody's device. */
const isPlace = and(isNull(notificationTargets.userId), isNull(notificationTargets.orderId));

interface AdminAction {
  actor: Actor;
  now: Date;
}

/** Returns the devices of this member of the team, or the places of the shop (null); oldest first. */
export async function listTargets(db: Db, userId: string | null): Promise<ListedTarget[]> {
  const rows = await db
    .select({
      target: notificationTargets,
      waiting: db.$count(
        notifications,
        and(
          eq(notifications.targetId, notificationTargets.id),
          isNull(notifications.sentAt),
          isNull(notifications.failedAt),
        ),
      ),
    })
    .from(notificationTargets)
    .where(userId === null ? isPlace : eq(notificationTargets.userId, userId))
    .orderBy(asc(notificationTargets.id));
  return rows.map(({ target, waiting }) => {
    const { id, name, config, events, failures, lastError, lastSentAt } = target;
    return { id, kind: config.kind, name, events, failures, lastError, lastSentAt, waiting };
  });
}

/** Adds a target. Returns the secret that signs the messages to a URL, which cannot be read again later; null for others. */
export async function createTarget(
  db: Db,
  change: AdminAction & { values: NewTarget; policy: TargetPolicy; resolve?: Resolve },
): Promise<Result<{ secret: string | null }, "forbidden" | "too-many" | TargetError>> {
  const { values, policy, resolve, actor, now } = change;
  const secret = values.config.kind === "url" ? makeSecret() : null;
  const config: NewTarget["config"] =
    values.config.kind === "url" ? { ...values.config, secret: secret ?? "" } : values.config;
  const checked = await checkTarget(urlOf(config), policy, resolve);
  if (!checked.ok) return checked;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    // Serializes the count, so that two concurrent requests cannot exceed the maximum.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('satchel notifications', 0))`,
    );
    if ((await tx.$count(notificationTargets, isPlace)) >= TARGETS_MAX) return err("too-many");
    const name = targetName(config);
    const { events } = values;
    const [row] = await tx
      .insert(notificationTargets)
      .values({ name, config, events, createdAt: now })
      .returning();
    if (!row) throw new Error("the target was not stored");
    await finish(tx, change, row, "notification.created");
    return ok({ secret });
  });
}

/** Removes a place of the shop or an own device, with what waits for it. */
export async function deleteTarget(
  db: Db,
  change: AdminAction & { id: number },
): Promise<Result<void, "forbidden" | "not-found">> {
  return changeTarget(db, change, async (tx, target) => {
    await tx.delete(notificationTargets).where(eq(notificationTargets.id, target.id));
    await finish(tx, change, target, "notification.deleted");
  });
}

/** Queues a test message, which quiet hours do not hold back. */
export async function testTarget(
  db: Db,
  change: AdminAction & { id: number },
): Promise<Result<void, "forbidden" | "not-found">> {
  return changeTarget(db, change, async (tx, target) => {
    const times = { createdAt: change.now, nextAttemptAt: change.now };
    await tx.insert(notifications).values({
      targetId: target.id,
      key: `test:${randomUUID()}`,
      type: TEST_NOTIFICATION,
      ...times,
    });
    await finish(tx, change, target, "notification.tested");
  });
}

/** Returns the URL that messages are sent to, or that it begins with. */
function urlOf(config: NewTarget["config"]): string {
  return "server" in config ? config.server : config.url;
}

/** Runs `work` on a locked place of the shop, if the actor is an administrator, or on their own device. */
async function changeTarget(
  db: Db,
  { id, actor }: AdminAction & { id: number },
  work: (tx: Db, target: StoredTarget) => Promise<void>,
): Promise<Result<void, "forbidden" | "not-found">> {
  return db.transaction(async (tx) => {
    const role = await roleOf(tx, actor);
    if (actor.id === null || !isTeamRole(role)) return err("forbidden");
    const isOwn = eq(notificationTargets.userId, actor.id);
    const [target] = await tx
      .select()
      .from(notificationTargets)
      .where(and(eq(notificationTargets.id, id), role === "admin" ? or(isOwn, isPlace) : isOwn))
      .for("no key update");
    if (!target) return err("not-found");
    return ok(await work(tx, target));
  });
}

/** Records the change of a target in the audit log, without secrets, and notifies the open admin pages. */
export async function finish(
  tx: Db,
  { actor, now }: AdminAction,
  { id, name, config: { kind }, events }: StoredTarget,
  action: AuditAction,
): Promise<void> {
  const data = { kind, name, events };
  await recordAudit(tx, {
    actor,
    action,
    subject: "notification",
    subjectId: String(id),
    data,
    now,
  });
  await notify(tx, CHANGES_CHANNEL, TARGETS_TOPIC);
}
