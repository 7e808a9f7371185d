import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { adminCount, users } from "./tables.ts";

/**
 * Makes this user the first administrator if there is none yet; the database decides, so that of two who
 * register at once exactly one is. With `adminEmail` it has to be that address, and verified.
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
    await tx.update(users).set({ role: "admin" }).where(eq(users.id, user.id));
    return true;
  });
}

/** True for an administrator without whom there would be none. */
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
 * Whoever makes or unmakes an administrator takes turns here, so that two who take each other's role at once
 * leave one. To be called first in the transaction; what is read after it is what the one before has left.
 */
export async function takeTurnWithAdmins(tx: Db): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('satchel administrators', 0))`,
  );
}

/** Writes down how many administrators there are, after one was made or unmade. */
export async function recountAdmins(tx: Db, now: Date): Promise<void> {
  const values = { count: await tx.$count(users, eq(users.role, "admin")), lastUpdated: now };
  await tx
    .insert(adminCount)
    .values(values)
    .onConflictDoUpdate({ target: adminCount.id, set: values });
}

/** Takes a user's role off before their account is deleted; false for the last administrator, who stays. */
export async function giveUpAdmin(db: Db, userId: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await takeTurnWithAdmins(tx);
    if (await isLastAdmin(tx, userId)) return false;
    const [left] = await tx
      .update(users)
      .set({ role: "customer" })
      .where(and(eq(users.id, userId), eq(users.role, "admin")))
      .returning({ id: users.id });
    if (left) await recountAdmins(tx, now);
    return true;
  });
}

/** True while this user is an administrator, and not shut out: asked again by every verb of the back office. */
export async function isAdministrator(tx: Db, actor: { id: string | null }): Promise<boolean> {
  if (actor.id === null) return false;
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, actor.id), eq(users.role, "admin"), isNull(users.blockedAt)));
  return user !== undefined;
}
