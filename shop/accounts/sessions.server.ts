import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { identities, sessions, users } from "./tables.ts";
import type { Settings } from "../settings/settings.ts";
import { isTeamRole } from "./access.ts";
import type { Account, SessionView, TeamRole } from "./account.ts";
import { endMailLinks } from "./mail-links.server.ts";
import { notifyNewSignIn, mailPasswordChanged } from "./security-mails.server.ts";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.server.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { DAY_MS, MINUTE_MS } from "#lib/time.ts";
import { hasPasskey } from "./passkeys.server.ts";
import { readSignedCookie } from "./signed-cookies.server.ts";

/** The user and session of a request. */
export interface SignedIn {
  account: Account;
  /** That of the account when the request began: a mailed link that it asks for ends with it. */
  credentialVersion: number;
  sessionId: string;
  signedInAt: Date;
  /** The password is older than the setting allows: every page redirects to its change. */
  passwordExpired: boolean;
  /** The second factor that the settings require of this person, who has not set it up; null for none. */
  missingFactor: MissingFactor | null;
}

/** An authenticator app (`two-factor`), or that or a passkey. */
type MissingFactor = "two-factor" | "any";

type SessionSettings = Pick<
  Settings,
  "sessionTimeout" | "passwordExpiration" | "twoFactorAuth" | "teamSecondFactor"
>;

/** Activity is stored at most this often. */
const ACTIVITY_INTERVAL_MS = MINUTE_MS;

/** Returns whether the request has a session cookie, valid or not. */
export function hasSessionCookie(headers: Headers): boolean {
  return headers.get("cookie")?.includes("session_token") ?? false;
}

const sessionByToken = (db: Db, token: string) =>
  db
    .select({
      session: sessions,
      user: users,
      passwordSetAt: identities.updatedAt,
      hasPasskey,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      identities,
      and(eq(identities.userId, users.id), eq(identities.providerId, "credential")),
    )
    .where(eq(sessions.token, token));

/** Reads the settings that decide how long a session and a password last. */
type ReadSettings = () => Promise<SessionSettings>;

/**
 * Reads the session of these headers; null if there is none. Ends it if it was idle for longer than the setting or if
 * its user is blocked, and otherwise records the activity.
 */
export async function readSession(
  db: Db,
  auth: Auth,
  headers: Headers,
  readSettings: ReadSettings,
  now: Date,
): Promise<SignedIn | null> {
  const found = await findSession(db, auth, headers, readSettings);
  if (!found) return null;
  const { row, settings } = found;
  if (isOver(row, settings, now)) {
    await db.delete(sessions).where(eq(sessions.id, row.session.id));
    return null;
  }
  if (!row.session.greeted) {
    await notifyNewSignIn(db, row.user, row.session, now);
    await storeLanguage(db, row.user);
  }
  if (now.getTime() - row.session.updatedAt.getTime() > ACTIVITY_INTERVAL_MS)
    await recordActivity(db, row, now);
  return presentSession(row, settings, now);
}

/** Stores the language of the page that follows a sign-in: mails to this user are in it. */
async function storeLanguage(db: Db, { id, language: stored }: SessionRow["user"]): Promise<void> {
  const language = currentLanguage();
  if (language !== stored) await db.update(users).set({ language }).where(eq(users.id, id));
}

async function recordActivity(db: Db, { session, user }: SessionRow, now: Date): Promise<void> {
  await db.update(sessions).set({ updatedAt: now }).where(eq(sessions.id, session.id));
  if (isTeamRole(user.role))
    await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, user.id));
}

/** Reads a session without recording activity: for checks that the shop makes by itself, such as those of live streams. */
export async function peekSession(
  db: Db,
  auth: Auth,
  headers: Headers,
  readSettings: ReadSettings,
  now: Date,
): Promise<SignedIn | null> {
  const found = await findSession(db, auth, headers, readSettings);
  if (!found || isOver(found.row, found.settings, now)) return null;
  return presentSession(found.row, found.settings, now);
}

type SessionRow = Awaited<ReturnType<typeof sessionByToken>>[number];

/** Reads the stored session of these headers and the settings, which are not read without a session. */
async function findSession(
  db: Db,
  auth: Auth,
  headers: Headers,
  readSettings: ReadSettings,
): Promise<{ row: SessionRow; settings: SessionSettings } | null> {
  const token = await readSessionToken(auth, headers);
  if (!token) return null;
  const [row] = await sessionByToken(db, token);
  return row ? { row, settings: await readSettings() } : null;
}

function isOver({ session, user }: SessionRow, settings: SessionSettings, now: Date): boolean {
  const idleMs = now.getTime() - session.updatedAt.getTime();
  const idle = idleMs > Number(settings.sessionTimeout) * MINUTE_MS;
  return user.blockedAt !== null || idle || session.expiresAt < now;
}

function presentSession(row: SessionRow, settings: SessionSettings, now: Date): SignedIn {
  const account = toAccount(row.user);
  return {
    account,
    credentialVersion: row.user.credentialVersion,
    sessionId: row.session.id,
    signedInAt: row.session.createdAt,
    passwordExpired:
      !row.session.withPasskey &&
      isPasswordExpired(row.passwordSetAt, settings.passwordExpiration, now),
    missingFactor: findMissingFactor(account, row.hasPasskey, settings),
  };
}

function findMissingFactor(
  { role, twoFactorEnabled }: Account,
  ownsPasskey: boolean,
  { twoFactorAuth, teamSecondFactor }: SessionSettings,
): MissingFactor | null {
  if (!isTeamRole(role) || twoFactorEnabled) return null;
  if (twoFactorAuth && role === "admin") return "two-factor";
  return teamSecondFactor && !ownsPasskey ? "any" : null;
}

/** Returns the role in which this session may open the back office; null for customers and before its set-up is done. */
export function teamRoleOf(signedIn: SignedIn | null): TeamRole | null {
  if (!signedIn || signedIn.passwordExpired || signedIn.missingFactor) return null;
  const { role } = signedIn.account;
  return isTeamRole(role) ? role : null;
}

/** Lists the sessions of a user, the most recently used first. */
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
 * Changes a password, ends all other sessions and mailed links, and notifies the user by mail. Returns the response with the new
 * cookies; null if the current password is wrong.
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
  const client = {
    userAgent: headers.get("user-agent"),
    ipAddress: headers.get(CLIENT_ADDRESS_HEADER),
  };
  await db.transaction(async (tx) => {
    await endMailLinks(tx, account.id);
    await mailPasswordChanged(tx, account, client, now);
  });
  return response;
}

/** Returns whether a password is older than `days`. Users without a password have no `setAt`. */
function isPasswordExpired(
  setAt: Date | null,
  days: Settings["passwordExpiration"],
  now: Date,
): boolean {
  if (days === "never" || !setAt) return false;
  return now.getTime() - setAt.getTime() > Number(days) * DAY_MS;
}

function toAccount(user: typeof users.$inferSelect): Account {
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

/**
 * Returns the token of the session cookie if its signature is valid. Read here, because Better Auth's `getSession` takes
 * as long as rendering a small page.
 */
async function readSessionToken(auth: Auth, headers: Headers): Promise<string | null> {
  const context = await auth.$context;
  return readSignedCookie(context, headers, context.authCookies.sessionToken.name);
}
