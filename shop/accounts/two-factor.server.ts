import { APIError, createAuthMiddleware, getOAuthState } from "better-auth/api";
import { twoFactor, type TwoFactorOptions } from "better-auth/plugins/two-factor";
import type { Db } from "#db/client.server.ts";
import { singleUseCodes } from "./single-use-codes.server.ts";

/**
 * Returns Better Auth's two-factor plugin, extended to OAuth sign-ins; on its own it only covers passwords. The OAuth
 * callback then redirects to the page for the code, which continues to the original destination. Codes work once.
 */
export function twoFactorSignIn(db: Db, options: TwoFactorOptions) {
  const plugin = twoFactor(options);
  const [afterPassword] = plugin.hooks.after;
  if (!afterPassword) throw new Error("Better Auth's two-factor plugin has no `after` hook");
  const afterOAuth = {
    matcher: ({ path }: { path?: string }) => path === "/callback/:id",
    handler: createAuthMiddleware(async (ctx) => {
      // The hook deletes the new session and sets the cookie of the pending sign-in.
      const result: unknown = await afterPassword.handler({ ...ctx, returnHeaders: true });
      const { headers, response } = result as { headers: Headers; response?: object };
      if (!response) return;
      const state = await getOAuthState();
      const next = encodeURIComponent(state?.callbackURL ?? "/");
      headers.set("location", `/two-factor?next=${next}`);
      throw new APIError("FOUND", undefined, headers);
    }),
  };
  return { ...plugin, hooks: { before: [singleUseCodes(db)], after: [afterPassword, afterOAuth] } };
}
