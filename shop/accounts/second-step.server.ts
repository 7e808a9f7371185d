import { APIError, createAuthMiddleware, getOAuthState } from "better-auth/api";
import { twoFactor, type TwoFactorOptions } from "better-auth/plugins/two-factor";

/**
 * Better Auth's second step of a sign-in, asked for after a sign-in elsewhere, too; by itself it does so after
 * a password only. The provider's answer then leads to the page for the code, and from there on to where it
 * would have led.
 */
export function secondStep(options: TwoFactorOptions) {
  const plugin = twoFactor(options);
  const [afterPassword] = plugin.hooks.after;
  if (!afterPassword) throw new Error("Better Auth asks for no second step any more");
  const afterElsewhere = {
    matcher: ({ path }: { path?: string }) => path === "/callback/:id",
    handler: createAuthMiddleware(async (ctx) => {
      // Takes the new session away again, and remembers for whom a code is awaited.
      const answer: unknown = await afterPassword.handler({ ...ctx, returnHeaders: true });
      const { headers, response } = answer as { headers: Headers; response?: object };
      if (!response) return;
      const state = await getOAuthState();
      const next = encodeURIComponent(state?.callbackURL ?? "/");
      headers.set("location", `/two-factor?next=${next}`);
      throw new APIError("FOUND", undefined, headers);
    }),
  };
  return { ...plugin, hooks: { after: [afterPassword, afterElsewhere] } };
}
