import {
  APIError,
  createAuthMiddleware,
  getOAuthState,
  getSessionFromCtx,
  isAPIError,
} from "better-auth/api";
import { eq } from "drizzle-orm";
import { twoFactor, type TwoFactorOptions } from "better-auth/plugins/two-factor";
import type { Db } from "#db/client.server.ts";
import { localPath, splitAddress } from "#messages/languages.ts";
import { readSettings } from "../settings/settings.server.ts";
import { isTeamRole } from "./access.ts";
import { PASSKEY_SIGN_IN_PATH } from "./passkey-plugin.server.ts";
import { hasPasskey } from "./passkeys.server.ts";
import { singleUseCodes } from "./single-use-codes.server.ts";
import { keepTwoFactor } from "./two-factor-removal.server.ts";
import { users } from "./tables.ts";

/** Where a second factor is shown; also at the set-up of a new app. */
const SECOND_FACTOR_PATHS = [
  "/two-factor/verify-totp",
  "/two-factor/verify-backup-code",
  PASSKEY_SIGN_IN_PATH,
];

/**
 * Returns Better Auth's two-factor plugin, extended to OAuth sign-ins; on its own it only covers passwords. The OAuth
 * callback then redirects to the page for the code, which continues to the original destination. Codes work once. Where
 * the owner requires a second factor of the team, a passkey is one.
 */
export function twoFactorSignIn(
  db: Db,
  { addressHeader, ...options }: TwoFactorOptions & { addressHeader: string },
) {
  const plugin = twoFactor(options);
  const [afterPassword] = plugin.hooks.after;
  if (!afterPassword) throw new Error("Better Auth's two-factor plugin has no `after` hook");
  const beforeSecondStep = {
    matcher: ({ path }: { path?: string }) => path === "/sign-in/email" || path === "/callback/:id",
    handler: createAuthMiddleware(async ({ context }) => {
      const { newSession } = context;
      if (!newSession || newSession.user.twoFactorEnabled) return;
      if (!(await mustUsePasskey(db, newSession.user.id))) return;
      // The plugin's hook awaits the second factor of users with this flag.
      context.setNewSession({
        ...newSession,
        user: { ...newSession.user, twoFactorEnabled: true },
      });
    }),
  };
  const afterOAuth = {
    matcher: ({ path }: { path?: string }) => path === "/callback/:id",
    handler: createAuthMiddleware(async (ctx) => {
      // The hook deletes the new session and sets the cookie of the pending sign-in.
      const result: unknown = await afterPassword.handler({ ...ctx, returnHeaders: true });
      const { headers, response } = result as { headers: Headers; response?: object };
      if (!response) return;
      const state = await getOAuthState();
      headers.set("location", secondStepPath(state?.callbackURL ?? "/"));
      throw new APIError("FOUND", undefined, headers);
    }),
  };
  // Nobody who shows a second factor has lost it.
  const afterSecondFactor = {
    matcher: ({ path }: { path?: string }) => SECOND_FACTOR_PATHS.includes(path ?? ""),
    handler: createAuthMiddleware(async (ctx) => {
      const { newSession, returned } = ctx.context;
      if (isAPIError(returned)) return;
      const user = (newSession ?? (await getSessionFromCtx(ctx)))?.user;
      if (!user) return;
      const { id, email } = user;
      const actor = { id, email, ip: ctx.headers?.get(addressHeader) ?? null };
      const kept = { userId: id, actor, by: "a sign-in", now: new Date() };
      await db.transaction((tx) => keepTwoFactor(tx, kept));
    }),
  };
  return {
    ...plugin,
    hooks: {
      before: [singleUseCodes(db)],
      after: [beforeSecondStep, afterPassword, afterOAuth, afterSecondFactor],
    },
  };
}

/** Returns the page for the code in the language of the destination, to which it continues. */
export function secondStepPath(destination: string): string {
  const { language, path } = splitAddress(destination);
  return localPath(`/two-factor?next=${encodeURIComponent(path)}`, language);
}

/** Returns whether a user of the team without an authenticator app has to use their passkey after the password. */
async function mustUsePasskey(db: Db, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ role: users.role, hasPasskey })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.hasPasskey || !isTeamRole(user.role)) return false;
  return (await readSettings(db)).teamSecondFactor;
}
