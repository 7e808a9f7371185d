import { APIError } from "better-auth/api";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { t } from "#messages/translate.ts";
import { DEMO_ACCOUNT } from "./account.ts";
import { users } from "./tables.ts";

/** The error code in Better Auth's responses, and in the URL to which an OAuth sign-in returns. */
export const ACCOUNT_BLOCKED = "ACCOUNT_BLOCKED";

/**
 * Throws for a blocked user, and outside of the sandbox for one of a demo. Runs before a session is created, when the
 * user is already authenticated.
 */
export async function assertNotBlocked(
  db: Db,
  userId: string,
  { allowsDemo }: { allowsDemo: boolean },
): Promise<void> {
  const isRefused = userId.startsWith(DEMO_ACCOUNT) && !allowsDemo;
  if (isRefused || (await isBlocked(db, userId)))
    throw new APIError("FORBIDDEN", { code: ACCOUNT_BLOCKED, message: t("signIn.blocked") });
}

async function isBlocked(db: Db, userId: string): Promise<boolean> {
  const [blocked] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt)));
  return blocked !== undefined;
}

/** Returns whether Better Auth responded that the user is blocked. */
export async function isBlockedResponse(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (body as { code?: unknown } | null)?.code === ACCOUNT_BLOCKED;
}
