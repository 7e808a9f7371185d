import { and, asc, eq, ne } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { randomText } from "#lib/random.server.ts";
import { REFERRAL_CODE_ALPHABET, REFERRAL_CODE_LENGTH } from "./account.ts";
import { identities, users } from "./tables.ts";

/** Returns the referral code of a new account. */
export function newReferralCode(): string {
  return randomText(REFERRAL_CODE_LENGTH, REFERRAL_CODE_ALPHABET);
}

/** Returns the user with this referral code, or null. */
export async function findReferrer(db: Db, code: string): Promise<{ id: string } | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.referralCode, code));
  return user ?? null;
}

/** Stores who referred a new user. Does nothing if both are the same user. */
export async function setReferrer(db: Db, userId: string, referrerId: string): Promise<void> {
  if (userId === referrerId) return;
  await db.update(users).set({ referredBy: referrerId }).where(eq(users.id, userId));
}

/** Lists the OAuth providers that this user has linked, oldest first. */
export async function listIdentities(
  db: Db,
  userId: string,
): Promise<{ provider: string; since: Date }[]> {
  return db
    .select({ provider: identities.providerId, since: identities.createdAt })
    .from(identities)
    .where(and(eq(identities.userId, userId), ne(identities.providerId, "credential")))
    .orderBy(asc(identities.createdAt));
}

/** Stores a birthday (`YYYY-MM-DD`), or removes it. */
export async function setBirthday(db: Db, userId: string, birthday: string | null): Promise<void> {
  await db.update(users).set({ birthday, updatedAt: new Date() }).where(eq(users.id, userId));
}

/** Returns whether this user has a password; false if they only sign in with Google or Facebook. */
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
