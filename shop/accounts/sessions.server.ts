import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { identities, sessions, users, verifications } from "./tables.ts";
import type { Settings } from "../settings/settings.ts";
import type { Account } from "./account.ts";
import type { SessionView } from "./account.ts";
import { greetSession, mailPasswordChanged } from "./account-news.server.ts";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.server.ts";
import { sessionTokenOf } from "./session-token.server.ts";
import { DAY_MS, MINUTE_MS } from "#lib/time.ts";

/** Who is signed in, in which session. */
export interface SignedIn {
  account: Account;
  sessionId: string;
  /** The password is older than the owner allows: nothing else opens until it is changed. */
  passwordExpired: boolean;
  /** The owner wants administrators to sign in in two steps, and this one has yet to set that up. */
  secondStepMissing: boolean;
}

type SessionSettings = Pick<Settings, "sessionTimeout" | "passwordExpiration" | "twoFactorAuth">;

/** Activity is written down at most this often. */
const ACTIVITY_MS = MINUTE_MS;

/** False when these headers have no session's cookie: then nobody is signed in. */
export function hasSessionCookie(headers: Headers): boolean {
  return headers.get("cookie")?.includes("session_token") ?? false;
}

const sessionWith = prepared((db) =>
  db
    .select({
      session: sessions,
      user: users,
      passwordSetAt: identities.updatedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      identities,
      and(eq(identities.userId, users.id), eq(identities.providerId, "credential")),
    )
    .where(eq(sessions.token, sql.placeholder("token")))
    .prepare("session_by_token"),
);
/**
 * Reads who is signed in by the cookie of these headers, or null. Ends a session that was not used for longer than the owner's setting or whose user is blocked, and
 * keeps the others alive.
 */
export async function readSession(
  db: Db,
  auth: Auth,
  headers: Headers,
  readSettings: () => Promise<SessionSettings>,
  now: Date,
): Promise<SignedIn | null> {
  const token = await sessionTokenOf(auth, headers);
  if (!token) return null;
  const [row] = await sessionWith(db).execute({ token });
  if (!row) return null;
  const settings = await readSettings();

  const idleMs = now.getTime() - row.session.updatedAt.getTime();
  const idle = idleMs > Number(settings.sessionTimeout) * MINUTE_MS;
  if (row.user.blockedAt || idle || row.session.expiresAt < now) {
    await db.delete(sessions).where(eq(sessions.id, row.session.id));
    return null;
  }
  if (!row.session.greeted) await greetSession(db, row.user, row.session, now);
  if (idleMs > ACTIVITY_MS)
    await db.update(sessions).set({ updatedAt: now }).where(eq(sessions.id, row.session.id));
  const account = presentAccount(row.user);
  return {
    account,
    sessionId: row.session.id,
    passwordExpired: isTooOld(row.passwordSetAt, settings.passwordExpiration, now),
    secondStepMissing:
      settings.twoFactorAuth && account.role === "admin" && !account.twoFactorEnabled,
  };
}

/** Whether the back office is open to this one. */
export function opensBackOffice(signedIn: SignedIn | null): boolean {
  if (signedIn?.account.role !== "admin") return false;
  return !signedIn.passwordExpired && !signedIn.secondStepMissing;
}

/** The browsers in which this user is signed in, the most recently used first. */
export async function listSessions(
  db: Db,
  userId: string,
  currentId: string,
): Promise<SessionView[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.updatedAt));
  return rows.map((row) => ({
    id: row.id,
    current: row.id === currentId,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    createdAt: row.createdAt,
    lastActiveAt: row.updatedAt,
  }));
}

/**
 * Changes a password, signs every other browser out and tells the owner by mail. The response brings the new
 * cookies; null when the current password is another.
 */
export async function changePassword(
  db: Db,
  auth: Auth,
  change: { account: Account; current: string; password: string; headers: Headers; now: Date },
): Promise<Response | null> {
  const { account, current, password, headers, now } = change;
  const response = await auth.api.changePassword({
    body: { currentPassword: current, newPassword: password, revokeOtherSessions: true },
    headers,
    asResponse: true,
  });
  if (!response.ok) return null;
  const place = {
    userAgent: headers.get("user-agent"),
    ipAddress: headers.get(CLIENT_ADDRESS_HEADER),
  };
  await mailPasswordChanged(db, account, place, now);
  return response;
}

/** Signs one of this user's browsers out; another user's session is left alone. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}

/** Signs this user out everywhere but here. */
export async function endOtherSessions(db: Db, userId: string, currentId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, currentId)));
}

/** Signs this user out everywhere; returns of how many browsers. */
export async function endAllSessions(db: Db, userId: string): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Signs everybody out, and takes every link and second step that is under way. */
export async function endEverySession(tx: Db): Promise<void> {
  await tx.delete(sessions);
  await tx.delete(verifications);
}

/** Whoever signs in elsewhere alone has no password that could be too old. */
function isTooOld(setAt: Date | null, days: Settings["passwordExpiration"], now: Date): boolean {
  if (days === "never" || !setAt) return false;
  return now.getTime() - setAt.getTime() > Number(days) * DAY_MS;
}

function presentAccount(user: typeof users.$inferSelect): Account {
  const { id, name, email, emailVerified, role, twoFactorEnabled, referralCode, birthday } = user;
  return {
    id,
    name,
    email,
    emailVerified,
    role,
    twoFactorEnabled: twoFactorEnabled ?? false,
    referralCode,
    birthday,
  };
}
