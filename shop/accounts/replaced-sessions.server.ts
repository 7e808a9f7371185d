import { createAuthMiddleware } from "better-auth/api";

/**
 * Better Auth plugin that ends the session with which a browser signs in again: its cookie is replaced, so nobody could
 * end it any more (OWASP ASVS 5, 7.2.4).
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
