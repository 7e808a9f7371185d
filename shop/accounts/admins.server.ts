import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { adminCount, users } from "#db/schema/accounts.server.ts";

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

/** True while this user is an administrator, and not shut out: asked again by every verb of the back office. */
export async function isAdministrator(tx: Db, actor: { id: string | null }): Promise<boolean> {
  if (actor.id === null) return false;
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, actor.id), eq(users.role, "admin"), isNull(users.blockedAt)));
  return user !== undefined;
}
