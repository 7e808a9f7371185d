import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { users } from "../accounts/tables.ts";
import { readSecret } from "../settings/settings.server.ts";
import type { Referral } from "./loyalty.ts";
import { formerReferrals } from "./tables.ts";

const SECRET = "referralDigests";

/**
 * Stores who brought the person whose account is about to be deleted. The first referrer of a person stays, also nobody:
 * deleting an account and registering again changes nothing.
 */
export async function rememberReferral(db: Db, email: string): Promise<void> {
  const referrers = alias(users, "referrers");
  const [user] = await db
    .select({ referrerId: referrers.id, registeredAt: users.createdAt })
    .from(users)
    .leftJoin(referrers, eq(referrers.id, users.referredBy))
    .where(and(eq(users.email, normalizeEmail(email)), users.emailVerified));
  if (!user) return;
  const emailDigest = await digestOf(db, email);
  await db
    .insert(formerReferrals)
    .values({ ...user, emailDigest })
    .onConflictDoNothing();
}

/** Returns who brought the person with this email, of whom an account was deleted; null if none was. */
export async function readFormerReferral(db: Db, email: string): Promise<Referral | null> {
  const { referrerId, registeredAt, emailDigest } = formerReferrals;
  const [row] = await db
    .select({ referrerId, registeredAt })
    .from(formerReferrals)
    .where(eq(emailDigest, await digestOf(db, email)));
  return row ?? null;
}

async function digestOf(db: Db, email: string): Promise<string> {
  const secret = await readSecret(db, SECRET);
  return createHmac("sha256", secret).update(normalizeEmail(email)).digest("base64url");
}
