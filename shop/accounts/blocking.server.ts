import { APIError } from "better-auth/api";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { users } from "./tables.ts";
import { BLOCKED_TEXT } from "./account.ts";

/** How Better Auth's answers name it, also in the address to which a sign-in elsewhere returns. */
export const ACCOUNT_BLOCKED = "ACCOUNT_BLOCKED";

/**
 * Throws for a blocked user. Asked before any session begins, which is after the password, the code or the
 * provider has shown who it is.
 */
export async function assertNotBlocked(db: Db, userId: string): Promise<void> {
  const [blocked] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt)));
  if (blocked) throw new APIError("FORBIDDEN", { code: ACCOUNT_BLOCKED, message: BLOCKED_TEXT });
}

/** True when this answer of Better Auth's refuses a blocked user. */
export async function refusesBlocked(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (body as { code?: unknown } | null)?.code === ACCOUNT_BLOCKED;
}
