import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Change, changeAccess, isOneOf } from "./access.ts";
import type { Role } from "./account.ts";
import { adminCount, users } from "./tables.ts";

/**
 * Makes this user the first administrator if there is none yet. A unique row decides, so that of two concurrent
 * registrations exactly one succeeds. With `adminEmail` only that address, verified, can become it.
 */
export async function claimFirstAdmin(
  db: Db,
  user: { id: string; email: string; emailVerified: boolean },
  adminEmail: string | null,
): Promise<boolean> {
  if (adminEmail !== null && (user.email.toLowerCase() !== adminEmail || !user.emailVerified))
    return false;
  return db.transaction(async (tx) => {
    const [claimed] = await tx
      .insert(adminCount)
      .values({ count: 1, lastUpdated: new Date() })
      .onConflictDoNothing()
      .returning();
    if (!claimed) return false;
    await tx
      .update(users)
      .set({ role: "admin", roleSince: new Date() })
      .where(eq(users.id, user.id));
    return true;
  });
}

/** Returns whether this user is the only administrator. */
export async function isLastAdmin(db: Db, userId: string): Promise<boolean> {
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  if (user?.role !== "admin") return false;
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), ne(users.id, userId)))
    .limit(1);
  return other === undefined;
}

/**
 * Serialises changes of administrators until the transaction ends, so that two who demote each other at once leave
 * one. Call it first in the transaction, so that later reads see what the previous one committed.
 */
export async function lockAdmins(tx: Db): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('satchel administrators', 0))`,
  );
}

/** Updates the stored number of administrators after a change. */
export async function updateAdminCount(tx: Db, now: Date): Promise<void> {
  const values = { count: await tx.$count(users, eq(users.role, "admin")), lastUpdated: now };
  await tx
    .insert(adminCount)
    .values(values)
    .onConflictDoUpdate({ target: adminCount.id, set: values });
}

/** Revokes a user's admin role before their account is deleted; false for the last administrator. */
export async function revokeAdminRole(db: Db, userId: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAdmins(tx);
    if (await isLastAdmin(tx, userId)) return false;
    const [demoted] = await tx
      .update(users)
      .set({ role: "customer" })
      .where(and(eq(users.id, userId), eq(users.role, "admin")))
      .returning({ id: users.id });
    if (demoted) await updateAdminCount(tx, now);
    return true;
  });
}

/** Returns whether the actor is an administrator who is not blocked. Service functions of the owner's check it. */
export async function isAdministrator(tx: Db, actor: { id: string | null }): Promise<boolean> {
  return (await roleOf(tx, actor)) === "admin";
}

/** Returns whether the actor's role may make such a change. Service functions that others than the owner use check it. */
export async function mayChange(
  tx: Db,
  actor: { id: string | null },
  change: Change,
): Promise<boolean> {
  return isOneOf(await roleOf(tx, actor), changeAccess[change]);
}

/** Returns the stored role of the actor, which is that of a customer for the blocked and the unknown. */
export async function roleOf(tx: Db, actor: { id: string | null }): Promise<Role> {
  if (actor.id === null) return "customer";
  const [user] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.blockedAt)));
  return user?.role ?? "customer";
}
