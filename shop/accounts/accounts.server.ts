import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { identities, users } from "#db/schema/accounts.server.ts";

/** The user whose referral code this is, or null. */
export async function findReferrer(db: Db, code: string): Promise<{ id: string } | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.referralCode, code));
  return user ?? null;
}

/** Links a new user with who referred them: once, and never with themself. */
export async function setReferrer(db: Db, userId: string, referrerId: string): Promise<void> {
  if (userId === referrerId) return;
  await db.update(users).set({ referredBy: referrerId }).where(eq(users.id, userId));
}

/** Keeps or forgets a birthday (`YYYY-MM-DD`). */
export async function setBirthday(db: Db, userId: string, birthday: string | null): Promise<void> {
  await db.update(users).set({ birthday, updatedAt: new Date() }).where(eq(users.id, userId));
}

/** True when this user can sign in with a password; false for those who only sign in elsewhere. */
export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.providerId, "credential")));
  return row !== undefined;
}
