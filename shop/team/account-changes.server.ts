import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { users } from "../accounts/tables.ts";
import { apiKeys } from "../api-keys/tables.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { type Role, type AccountState, accountState } from "../accounts/account.ts";
import {
  type AccountChange,
  type AccountChangeError,
  lockUser,
  recordChange,
} from "../accounts/account-change.server.ts";
import { isLastAdmin, lockAdmins, updateAdminCount } from "../accounts/admins.server.ts";
import { endUserSessions } from "../accounts/end-sessions.server.ts";
import { invitations } from "./tables.ts";

interface StateChange extends AccountChange {
  /** The state that the administrator saw. */
  seen: AccountState;
}

type User = typeof users.$inferSelect;

/** Gives a user another role. A blocked user has to be unblocked first. */
export async function setRole(
  db: Db,
  change: StateChange & { role: Role },
): Promise<Result<AccountState, AccountChangeError>> {
  return changeState(db, change, change.role, "customer.role", (user) =>
    accountState(user) === "blocked" ? "blocked" : null,
  );
}

/** Blocks a user: ends all their sessions, and takes the role in the team away. */
export async function blockUser(
  db: Db,
  change: StateChange,
): Promise<Result<AccountState, AccountChangeError>> {
  return changeState(db, change, "blocked", "customer.blocked", (user) =>
    user.id === change.actor.id ? "yourself" : null,
  );
}

/** Unblocks a user, who is a customer from then on. */
export async function unblockUser(
  db: Db,
  change: StateChange,
): Promise<Result<AccountState, AccountChangeError>> {
  return changeState(db, change, "customer", "customer.unblocked", (user) =>
    accountState(user) === "blocked" ? null : "unchanged",
  );
}

/** Ends all sessions of a user; returns how many there were. */
export async function signOutEverywhere(
  db: Db,
  change: AccountChange,
): Promise<Result<number, AccountChangeError>> {
  return db.transaction(async (tx) => {
    const found = await lockUser(tx, change);
    if (!found.ok) return found;
    const ended = await endUserSessions(tx, found.value.id);
    await recordChange(tx, change, found.value, "customer.signed-out", { sessionsEnded: ended });
    return ok(ended);
  });
}

/** Changes the state of an account. Ends its sessions, so that the new rights begin with a new sign-in. */
async function changeState(
  db: Db,
  change: StateChange,
  to: AccountState,
  action: AuditAction,
  findError: (user: User) => AccountChangeError | null,
): Promise<Result<AccountState, AccountChangeError>> {
  const { seen, now } = change;
  return db.transaction(async (tx) => {
    await lockAdmins(tx);
    const found = await lockUser(tx, change);
    if (!found.ok) return found;
    const user = found.value;
    const from = accountState(user);
    if (from !== seen) return err("stale");
    const error = findError(user);
    if (error) return err(error);
    if (from === to) return err("unchanged");
    if (await isLastAdmin(tx, user.id)) return err("last-administrator");

    await tx
      .update(users)
      .set({
        role: to === "blocked" ? "customer" : to,
        roleSince: now,
        blockedAt: to === "blocked" ? now : null,
        updatedAt: now,
      })
      .where(eq(users.id, user.id));
    if (from === "admin" || to === "admin") await updateAdminCount(tx, now);
    const sessionsEnded = await endUserSessions(tx, user.id);
    const keysRevoked = await endOwnersAccess(tx, user, to, now);
    const ended = { sessionsEnded, ...(keysRevoked > 0 && { keysRevoked }) };
    await recordChange(tx, change, user, action, { from, to, ...ended });
    return ok(to);
  });
}

/**
 * Ends what a change of state leaves besides sessions: an open invitation of the user, and the invitations and API keys of
 * one who is no longer an owner. Returns how many keys there were.
 */
async function endOwnersAccess(
  tx: Db,
  { id, email }: User,
  to: AccountState,
  now: Date,
): Promise<number> {
  await tx.delete(invitations).where(eq(invitations.email, email));
  if (to === "admin") return 0;
  await tx.delete(invitations).where(eq(invitations.invitedBy, id));
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.creatorId, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length;
}
