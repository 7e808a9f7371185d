import { createAuthMiddleware } from "better-auth/api";

/**
 * Better Auth plugin that deletes a browser's previous session when it signs in again. The new cookie replaces the old
 * one, so that signing out would no longer revoke that session (OWASP ASVS 5, 7.2.4).
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
  return { id: "replaced-sessions", hooks: { after: [afterSignIn] } };
}
