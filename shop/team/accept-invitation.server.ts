import { randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { isTeamRole } from "../accounts/access.ts";
import { roleNames, type TeamRole } from "../accounts/account.ts";
import { newReferralCode } from "../accounts/accounts.server.ts";
import { lockAdmins, updateAdminCount } from "../accounts/admins.server.ts";
import { endPendingSignIns, endUserSessions } from "../accounts/end-sessions.server.ts";
import { digestOf } from "../accounts/mail-links.server.ts";
import { replaceCredentials } from "../accounts/reset-password.server.ts";
import { users } from "../accounts/tables.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { invitations } from "./tables.ts";

/** An invitation as its link shows it. */
export interface OpenInvitation {
  email: string;
  role: TeamRole;
  /** The name of the owner who invites. */
  invitedBy: string;
  /** Whether an account has confirmed the address: it accepts by signing in. Otherwise a password is chosen. */
  hasAccount: boolean;
}

interface Token {
  token: string;
  now: Date;
}

type StoredInvitation = typeof invitations.$inferSelect;
type User = typeof users.$inferSelect;

/** Returns the invitation of a link; null for an unknown, used, revoked or expired one. */
export async function readInvitation(
  db: Db,
  { token, now }: Token,
): Promise<OpenInvitation | null> {
  const [found] = await selectInvitation(db, { token, now });
  if (!found) return null;
  const { email, role, invitedBy } = found;
  const [inviting] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, invitedBy));
  const user = await findUser(db, email);
  if (user && !isInvitable(user)) return null;
  const hasAccount = user?.emailVerified ?? false;
  return { email, role, invitedBy: inviting?.name ?? "", hasAccount };
}

/**
 * Gives the account the role of an invitation, once. Ends its sessions, so that the role begins with a new sign-in. Error
 * `other-account`: the invitation is for another address.
 */
export async function acceptInvitation(
  db: Db,
  { userId, ip, ...link }: Token & { userId: string; ip: string | null },
): Promise<Result<TeamRole, "invalid" | "other-account">> {
  return db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, link);
    if (!invitation) return err("invalid");
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
    if (user?.email !== invitation.email || !user.emailVerified) return err("other-account");
    if (!isInvitable(user)) return err("invalid");
    await join(tx, { user, invitation, ip, now: link.now });
    return ok(invitation.role);
  });
}

/**
 * Creates the account of an invited address with this name and the hash of its password, and gives it the role, once. The
 * address counts as confirmed, since the link was mailed to it. An account that has not confirmed it may be another
 * person's: what signed in to it ends. Error `has-account`: one has confirmed it, and accepts by signing in.
 */
export async function acceptWithPassword(
  db: Db,
  input: Token & { name: string; hash: string; ip: string | null },
): Promise<Result<{ userId: string; role: TeamRole }, "invalid" | "has-account">> {
  const { name, hash, ip, now } = input;
  return db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, input);
    if (!invitation) return err("invalid");
    const { email, role } = invitation;
    const id = randomUUID();
    await tx
      .insert(users)
      .values({ id, name, email, referralCode: newReferralCode(), createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: users.email });
    const user = await findUser(tx, email);
    if (!user || !isInvitable(user)) return err("invalid");
    if (user.emailVerified) return err("has-account");
    await tx.update(users).set({ name, updatedAt: now }).where(eq(users.id, user.id));
    await replaceCredentials(tx, user, { hash, now });
    await endPendingSignIns(tx, user.id);
    await join(tx, { user, invitation, ip, now });
    return ok({ userId: user.id, role });
  });
}

function selectInvitation(db: Db, { token, now }: Token) {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.digest, digestOf(token)), gt(invitations.expiresAt, now)));
}

/** Locks the invitation of a link; a concurrent request waits, and then finds none. */
async function lockInvitation(tx: Db, link: Token): Promise<StoredInvitation | null> {
  await lockAdmins(tx);
  const [found] = await selectInvitation(tx, link).for("update");
  return found ?? null;
}

async function findUser(db: Db, email: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
}

/** Returns whether an invitation works for this account: it has no role since, and was not blocked. */
function isInvitable({ role, blockedAt }: User): boolean {
  return !isTeamRole(role) && blockedAt === null;
}

async function join(
  tx: Db,
  {
    user,
    invitation,
    ip,
    now,
  }: { user: User; invitation: StoredInvitation; ip: string | null; now: Date },
): Promise<void> {
  const { id, email, role } = invitation;
  await tx.update(users).set({ role, roleSince: now, updatedAt: now }).where(eq(users.id, user.id));
  if (role === "admin") await updateAdminCount(tx, now);
  await endUserSessions(tx, user.id);
  await tx.delete(invitations).where(eq(invitations.id, id));
  await recordAudit(tx, {
    actor: { id: user.id, email, ip },
    action: "team.joined",
    subject: "team",
    subjectId: email,
    data: { role: roleNames[role] },
    now,
  });
}
