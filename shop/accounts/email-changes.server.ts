import { randomBytes } from "node:crypto";
import { and, eq, gt, gte, lt, ne, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { sendAccountMail } from "./account-mails.server.ts";
import { digestOf } from "./mail-links.server.ts";
import { endPendingSignIns, endUserSessions } from "./end-sessions.server.ts";
import { keepTwoFactor } from "./two-factor-removal.server.ts";
import { emailChanges, identities, passkeys, twoFactors, users } from "./tables.ts";

const UNDO_DAYS = 7;

interface Changed {
  id: string;
  /** The address before the change. */
  email: string;
  twoFactorEnabled: boolean | null;
}

/**
 * Stores that the address of an account was changed, and mails the previous address a link that undoes it. Nothing that a
 * thief could do with the account ends that link. A change back to an address that can still undo a change counts as that:
 * the address in between, which may be a thief's, gets no link.
 */
export async function recordEmailChange(
  tx: Db,
  user: Changed,
  { email, appUrl, now }: { email: string; appUrl: string; now: Date },
): Promise<void> {
  const [undone] = await tx
    .select({ changedAt: emailChanges.changedAt })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, user.id),
        eq(emailChanges.previousEmail, email),
        gt(emailChanges.expiresAt, now),
      ),
    );
  if (undone) return deleteChangesSince(tx, user.id, undone.changedAt);
  const token = randomBytes(32).toString("base64url");
  await tx.insert(emailChanges).values({
    digest: digestOf(token),
    userId: user.id,
    previousEmail: user.email,
    hadTwoFactor: user.twoFactorEnabled ?? false,
    changedAt: now,
    expiresAt: addMs(now, UNDO_DAYS * DAY_MS),
  });
  await sendAccountMail(tx, "email-changed", user, `${appUrl}/undo-email?token=${token}`, token);
}

/** Returns the address that the link of this token restores; null for an unknown, used or expired token. */
export async function readEmailChange(db: Db, token: string, now: Date): Promise<string | null> {
  const [change] = await db
    .select({ email: emailChanges.previousEmail })
    .from(emailChanges)
    .where(isOpen(token, now));
  return change?.email ?? null;
}

/**
 * Restores the address of an account from before a change, by the token that was mailed there. Removes the password,
 * because an attacker who made the change may know it, and every other credential that was added since. Undoes later
 * changes, too. Error `taken`: another account has confirmed the address since.
 */
export async function undoEmailChange(
  db: Db,
  token: string,
  now: Date,
): Promise<Result<{ userId: string; email: string }, "invalid" | "taken">> {
  return db.transaction(async (tx) => {
    // The row lock makes the token work once.
    const [change] = await tx
      .select()
      .from(emailChanges)
      .where(isOpen(token, now))
      .for("no key update");
    if (!change) return err("invalid");
    const { userId, previousEmail: email, hadTwoFactor, changedAt } = change;

    const isOther = and(eq(users.email, email), ne(users.id, userId));
    // The address was free since the change. An account that did not confirm it is not its owner's.
    const unconfirmed = and(isOther, eq(users.emailVerified, false), eq(users.role, "customer"));
    await tx.delete(users).where(unconfirmed);
    if ((await tx.$count(users, isOther)) > 0) return err("taken");

    await tx
      .update(users)
      .set({
        email,
        emailVerified: true,
        ...(!hadTwoFactor && { twoFactorEnabled: false }),
        updatedAt: now,
      })
      .where(eq(users.id, userId));
    const isPassword = eq(identities.providerId, "credential");
    await tx
      .delete(identities)
      .where(
        and(eq(identities.userId, userId), or(isPassword, gte(identities.createdAt, changedAt))),
      );
    await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, changedAt)));
    if (!hadTwoFactor) await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
    await keepTwoFactor(tx, { userId, by: "undoing the change of the email address", now });
    await deleteChangesSince(tx, userId, changedAt);
    await endUserSessions(tx, userId);
    await endPendingSignIns(tx, userId);
    return ok({ userId, email });
  });
}

/** Deletes the changes that can no longer be undone. */
export async function forgetOldEmailChanges(db: Db, now: Date): Promise<void> {
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, now));
}

async function deleteChangesSince(tx: Db, userId: string, since: Date): Promise<void> {
  await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gte(emailChanges.changedAt, since)));
}

function isOpen(token: string, now: Date) {
  return and(eq(emailChanges.digest, digestOf(token)), gt(emailChanges.expiresAt, now));
}
