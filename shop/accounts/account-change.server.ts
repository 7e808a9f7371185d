import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import type { Actor } from "../audit/audit.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { isAdministrator } from "./admins.server.ts";
import { users } from "./tables.ts";

/**
 * Expected errors of a change. `stale`: the account is no longer in the state that the administrator saw;
 * `unchanged`: it is in the requested state already.
 */
export type AccountChangeError =
  | "forbidden"
  | "not-found"
  | "stale"
  | "unchanged"
  | "last-administrator"
  | "yourself"
  | "blocked";

export interface AccountChange {
  userId: string;
  actor: Actor;
  now: Date;
}

type User = typeof users.$inferSelect;

/** Locks a user for a change by an owner. */
export async function lockUser(
  tx: Db,
  { userId, actor }: AccountChange,
): Promise<Result<User, AccountChangeError>> {
  if (!(await isAdministrator(tx, actor))) return err("forbidden");
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  return user ? ok(user) : err("not-found");
}

/** Adds a change of a user to the audit log. */
export async function recordChange(
  tx: Db,
  { actor, now }: Omit<AccountChange, "userId">,
  user: Pick<User, "email">,
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
