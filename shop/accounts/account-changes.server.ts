import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { users } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import type { Actor, AuditAction } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { type Role, type Standing, standingOf } from "./account.ts";
import {
  isAdministrator,
  isLastAdmin,
  recountAdmins,
  takeTurnWithAdmins,
} from "./admins.server.ts";
import { endAllSessions } from "./sessions.server.ts";

/**
 * Why a change is refused: by somebody who is no administrator, of an account that is not there, that stands
 * otherwise than it was seen to or so already; and those that would shut everybody out.
 */
export type AccountRefusal =
  | "forbidden"
  | "not-found"
  | "stale"
  | "unchanged"
  | "last-administrator"
  | "yourself"
  | "blocked";

interface Change {
  userId: string;
  actor: Actor;
  now: Date;
}

interface StandingChange extends Change {
  /** How the account stood when this was decided. */
  seen: Standing;
}

type User = typeof users.$inferSelect;

/** Makes somebody an administrator, or a customer again; who is blocked is unblocked first. */
export async function setRole(
  db: Db,
  change: StandingChange & { role: Role },
): Promise<Result<Standing, AccountRefusal>> {
  return changeStanding(db, change, change.role, "customer.role", (user) =>
    standingOf(user) === "blocked" ? "blocked" : null,
  );
}

/** Shuts somebody out: they are signed out everywhere, and an administrator is none any more. */
export async function block(
  db: Db,
  change: StandingChange,
): Promise<Result<Standing, AccountRefusal>> {
  return changeStanding(db, change, "blocked", "customer.blocked", (user) =>
    user.id === change.actor.id ? "yourself" : null,
  );
}

/** Lets somebody in again, as a customer. */
export async function unblock(
  db: Db,
  change: StandingChange,
): Promise<Result<Standing, AccountRefusal>> {
  return changeStanding(db, change, "customer", "customer.unblocked", (user) =>
    standingOf(user) === "blocked" ? null : "unchanged",
  );
}

/** Ends every session of this user; tells how many browsers were signed in. */
export async function signOutEverywhere(
  db: Db,
  change: Change,
): Promise<Result<number, AccountRefusal>> {
  return db.transaction(async (tx) => {
    const found = await find(tx, change);
    if (!found.ok) return found;
    const ended = await endAllSessions(tx, found.value.id);
    await audit(tx, change, found.value, "customer.signed-out", { sessionsEnded: ended });
    return ok(ended);
  });
}

/** Every change of what somebody may do ends their sessions, so that it begins with a new sign-in. */
async function changeStanding(
  db: Db,
  change: StandingChange,
  to: Standing,
  action: AuditAction,
  refusalFor: (user: User) => AccountRefusal | null,
): Promise<Result<Standing, AccountRefusal>> {
  const { seen, now } = change;
  return db.transaction(async (tx) => {
    await takeTurnWithAdmins(tx);
    const found = await find(tx, change);
    if (!found.ok) return found;
    const user = found.value;
    const from = standingOf(user);
    if (from !== seen) return err("stale");
    const refusal = refusalFor(user);
    if (refusal) return err(refusal);
    if (from === to) return err("unchanged");
    if (await isLastAdmin(tx, user.id)) return err("last-administrator");

    await tx
      .update(users)
      .set({
        role: to === "admin" ? "admin" : "customer",
        blockedAt: to === "blocked" ? now : null,
        updatedAt: now,
      })
      .where(eq(users.id, user.id));
    if (from === "admin" || to === "admin") await recountAdmins(tx, now);
    const sessionsEnded = await endAllSessions(tx, user.id);
    await audit(tx, change, user, action, { from, to, sessionsEnded });
    return ok(to);
  });
}

async function find(tx: Db, { userId, actor }: Change): Promise<Result<User, AccountRefusal>> {
  if (!(await isAdministrator(tx, actor))) return err("forbidden");
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  return user ? ok(user) : err("not-found");
}

async function audit(
  tx: Db,
  { actor, now }: Change,
  user: User,
  action: AuditAction,
  data: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action,
    subject: "customer",
    subjectId: user.email.toLowerCase(),
    data,
    now,
  });
}
