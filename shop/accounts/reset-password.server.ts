import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { mailByAccount, mailByAddress } from "../limits/limits.server.ts";
import { typedAddress } from "../mail/addresses.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import { createMailLink, redeemMailLink } from "./mail-links.server.ts";
import { mailPasswordChanged } from "./security-mails.server.ts";
import { endPendingSignIns, endUserSessions } from "./end-sessions.server.ts";
import { identities, passkeys, twoFactors, users } from "./tables.ts";

/**
 * Requests a mail by which the account with this address chooses a new password. Whether there is one is found out when
 * the mail is sent, so that the response takes as long for any address.
 */
export async function requestPasswordReset(db: Db, email: string, now: Date): Promise<void> {
  await enqueueMail(db, {
    key: `reset-password:${randomUUID()}`,
    to: typedAddress(email, [mailByAccount, mailByAddress]),
    message: { template: "reset-password" },
    now,
  });
}

/** Creates the link of a requested mail; returns it with the address of the account, or null if there is none. */
export async function createResetLink(
  db: Db,
  { email: typed, appUrl, now }: { email: string; appUrl: string; now: Date },
): Promise<{ email: string; link: string } | null> {
  const [owner] = await db
    .select()
    .from(users)
    .where(eq(users.email, normalizeEmail(typed)));
  if (!owner) return null;
  const { email } = owner;
  const token = await createMailLink(db, { owner, purpose: "reset-password", email, now });
  return { email, link: `${appUrl}/reset-password?token=${token}` };
}

/**
 * Sets the password of an account by the token of a mailed link, and ends its sessions; null if the link does not work.
 * Its use confirms the address. If that was unconfirmed, another person may have registered it: all linked identities,
 * passkeys and the second factor are removed.
 */
export async function resetPassword(
  db: Db,
  { token, hash, now }: { token: string; hash: string; now: Date },
): Promise<typeof users.$inferSelect | null> {
  return db.transaction(async (tx) => {
    const link = await redeemMailLink(tx, { purpose: "reset-password", token, now });
    if (!link) return null;
    const { user } = link;
    const userId = user.id;
    await replaceCredentials(tx, user, { hash, now });
    await endUserSessions(tx, userId);
    await endPendingSignIns(tx, userId);
    await mailPasswordChanged(tx, user, { userAgent: null, ipAddress: null }, now);
    return user;
  });
}

/**
 * Sets the password of an account by its hash, and its address as confirmed. If that was unconfirmed, all linked
 * identities, passkeys and the second factor are removed.
 */
export async function replaceCredentials(
  tx: Db,
  { id: userId, emailVerified }: Pick<typeof users.$inferSelect, "id" | "emailVerified">,
  { hash, now }: { hash: string; now: Date },
): Promise<void> {
  const isPassword = eq(identities.providerId, "credential");
  const which = emailVerified ? isPassword : undefined;
  await tx.delete(identities).where(and(eq(identities.userId, userId), which));
  await tx.insert(identities).values({
    id: randomUUID(),
    userId,
    providerId: "credential",
    accountId: userId,
    password: hash,
    createdAt: now,
    updatedAt: now,
  });
  if (emailVerified) return;
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx
    .update(users)
    .set({ emailVerified: true, twoFactorEnabled: false })
    .where(eq(users.id, userId));
}
