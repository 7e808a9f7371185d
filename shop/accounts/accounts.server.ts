import { and, asc, eq, ne } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { identities, twoFactors, users } from "./tables.ts";

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

/** Who referred this user, or null. */
export async function referrerOf(db: Db, userId: string): Promise<string | null> {
  const [user] = await db
    .select({ referredBy: users.referredBy })
    .from(users)
    .where(eq(users.id, userId));
  return user?.referredBy ?? null;
}

/** Where this user signs in elsewhere, and since when. */
export async function identitiesOf(
  db: Db,
  userId: string,
): Promise<{ provider: string; since: Date }[]> {
  return db
    .select({ provider: identities.providerId, since: identities.createdAt })
    .from(identities)
    .where(and(eq(identities.userId, userId), ne(identities.providerId, "credential")))
    .orderBy(asc(identities.createdAt));
}

/** Keeps or forgets a birthday (`YYYY-MM-DD`). */
export async function setBirthday(db: Db, userId: string, birthday: string | null): Promise<void> {
  await db.update(users).set({ birthday, updatedAt: new Date() }).where(eq(users.id, userId));
}

/** True when this user can sign in with a password; false for those who only sign in elsewhere. */
export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (
    (
      await db
        .select({ id: identities.id })
        .from(identities)
        .where(and(eq(identities.userId, userId), eq(identities.providerId, "credential")))
    ).length > 0
  );
}

/**
 * This user has shown that the mailbox is theirs, by a link that went there. If that was not known before,
 * somebody else may have opened the account with their address: what is linked to it besides the password
 * that was just set is taken off.
 */
export async function ownMailbox(
  db: Db,
  user: { id: string; emailVerified: boolean },
  onEmailVerified: (userId: string) => Promise<void>,
): Promise<void> {
  if (user.emailVerified) return;
  await db.transaction(async (tx) => {
    await tx
      .delete(identities)
      .where(and(eq(identities.userId, user.id), ne(identities.providerId, "credential")));
    await tx.delete(twoFactors).where(eq(twoFactors.userId, user.id));
    await tx
      .update(users)
      .set({ emailVerified: true, twoFactorEnabled: false })
      .where(eq(users.id, user.id));
  });
  await onEmailVerified(user.id);
}
