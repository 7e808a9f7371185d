import { and, asc, desc, eq, isNull, max, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { isTeamRole } from "../accounts/access.ts";
import { hasPasskey } from "../accounts/passkeys.server.ts";
import { sessions, twoFactorRemovals, users } from "../accounts/tables.ts";
import { invitations } from "./tables.ts";
import type { Invitation, TeamMember } from "./team.ts";

const ROLE_ORDER = sql`array_position(array['admin', 'bookkeeper', 'delivery'], ${users.role})`;

/** Lists everybody with a role in the back office: owners first, then by name. */
export async function listTeam(db: Db): Promise<TeamMember[]> {
  const rows = await db
    .select({
      user: users,
      lastActiveAt: max(sessions.updatedAt),
      twoFactorOffAt: twoFactorRemovals.takesEffectAt,
      hasPasskey,
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(and(ne(users.role, "customer"), isNull(users.blockedAt)))
    .leftJoin(twoFactorRemovals, eq(twoFactorRemovals.userId, users.id))
    .groupBy(users.id, twoFactorRemovals.userId)
    .orderBy(ROLE_ORDER, asc(users.name), asc(users.id));
  return rows.flatMap(({ user, lastActiveAt, twoFactorOffAt, hasPasskey: ownsPasskey }) => {
    const { id: userId, name, email, role } = user;
    if (!isTeamRole(role)) return [];
    return [
      {
        userId,
        name,
        email,
        role,
        twoFactor: user.twoFactorEnabled === true || ownsPasskey,
        twoFactorOffAt,
        lastSeenAt: latest(user.lastSeenAt, lastActiveAt),
        since: user.roleSince ?? user.createdAt,
      },
    ];
  });
}

/** Lists the invitations that were neither accepted nor revoked, newest first. */
export async function listInvitations(db: Db, now: Date): Promise<Invitation[]> {
  const rows = await db
    .select({ invitation: invitations, invitedBy: users.name })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .orderBy(desc(invitations.invitedAt), invitations.id);
  return rows.map(({ invitation, invitedBy }) => {
    const { id, email, role, invitedAt, expiresAt } = invitation;
    return { id, email, role, invitedBy, invitedAt, expiresAt, expired: expiresAt <= now };
  });
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}
