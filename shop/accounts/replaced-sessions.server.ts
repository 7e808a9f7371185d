import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";

/** Routes that check a password and continue the session. Those that change it begin a new session by themselves. */
const PROMPTS = new Set([
  "/verify-password",
  "/two-factor/enable",
  "/two-factor/generate-backup-codes",
]);

const TOKEN_LENGTH = 32;

/**
 * Better Auth plugin that ends the previous session token of a browser at each authentication (OWASP ASVS 5, 7.2.4). A
 * new sign-in deletes the previous session, which signing out would no longer revoke. After a password prompt the session
 * goes on with a new token, which is in the cookies of the response.
 */
export function replacedSessions() {
  const afterSignIn = {
    matcher: () => true,
    handler: createAuthMiddleware(async (ctx) => {
      const { newSession, authCookies, secret, internalAdapter } = ctx.context;
      if (!newSession) return;
      const old = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
      if (old && old !== newSession.session.token) await internalAdapter.deleteSession(old);
    }),
  };
  const afterPrompt = {
    matcher: ({ path }: { path?: string }) => path !== undefined && PROMPTS.has(path),
    handler: createAuthMiddleware(async (ctx) => {
      if (isAPIError(ctx.context.returned)) return;
      const current = await getSessionFromCtx(ctx);
      if (!current) return;
      const token = generateRandomString(TOKEN_LENGTH);
      await ctx.context.internalAdapter.updateSession(current.session.token, { token });
      await setSessionCookie(ctx, { ...current, session: { ...current.session, token } });
    }),
  };
  return { id: "replaced-sessions", hooks: { after: [afterPrompt, afterSignIn] } };
}
