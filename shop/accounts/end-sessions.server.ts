import { and, eq, lt, ne, type SQL } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { endMailLinks } from "./mail-links.server.ts";
import { emailChanges, mailLinks, sessions, twoFactorRemovals, verifications } from "./tables.ts";

/** Ends a session if it belongs to this user. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  await notifyEnded(db, userId);
}

/** Ends all sessions of a user except the current one, and all mailed links. */
export async function endOtherSessions(db: Db, userId: string, currentId: string): Promise<void> {
  await db.transaction((tx) => endSessionsWhere(tx, userId, ne(sessions.id, currentId)));
}

/** Ends all sessions and mailed links of a user; returns how many sessions there were. */
export async function endUserSessions(tx: Db, userId: string): Promise<number> {
  return endSessionsWhere(tx, userId, undefined);
}

async function endSessionsWhere(tx: Db, userId: string, which: SQL | undefined): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), which))
    .returning({ id: sessions.id });
  await endMailLinks(tx, userId);
  await notifyEnded(tx, userId);
  return ended.length;
}

/** Has the live streams of an account check at once, on every instance, whether they are still permitted. */
async function notifyEnded(tx: Db, userId: string): Promise<void> {
  await notify(tx, CHANGES_CHANNEL, `account:${userId}`);
}

/** Ends the sign-ins of a user that wait for a second factor, after a password that no longer works. */
export async function endPendingSignIns(tx: Db, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

/** Ends the sessions of all users, mailed links, pending two-factor sign-ins, and requests to turn a second factor off. */
export async function endAllSessions(tx: Db): Promise<void> {
  await tx.delete(sessions);
  await tx.delete(verifications);
  await tx.delete(mailLinks);
  await tx.delete(emailChanges);
  await tx.delete(twoFactorRemovals);
}

/** Deletes challenges, OAuth states and pending sign-ins that have expired. */
export async function forgetOldVerifications(db: Db, now: Date): Promise<void> {
  await db.delete(verifications).where(lt(verifications.expiresAt, now));
}
