import { APIError, createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import { claimFirstAdmin } from "./admins.server.ts";
import { confirmEmail } from "./confirm-email.server.ts";
import { rememberBrowser } from "./known-browsers.server.ts";
import { readMailLink } from "./mail-links.server.ts";
import { resetPassword } from "./reset-password.server.ts";

/** The path of `setMailedPassword` in the log of authentication. */
export const MAILED_PASSWORD_PATH = "/mailed-links/password";

interface MailedLinkOptions {
  appUrl: string;
  adminEmail: string | null;
  onEmailVerified: (userId: string) => Promise<void>;
}

/**
 * Better Auth plugin that does what mailed links ask for, in one transaction each, and ends the account's other links.
 * Its own endpoints do not: a link for a new address outlives a new password, and acts when it is opened.
 */
export function mailedLinks(db: Db, { appUrl, adminEmail, onEmailVerified }: MailedLinkOptions) {
  const serverOnly = { method: "POST", metadata: { scope: "server" } } as const;
  const confirmMailedEmail = createAuthEndpoint(
    "/mailed-links/email",
    { ...serverOnly, body: z.object({ token: z.string(), userId: z.string() }) },
    async ({ body }) => {
      const confirmed = await confirmEmail(db, { ...body, appUrl, now: new Date() });
      if (!confirmed.ok) return confirmed.error;
      await claimFirstAdmin(db, confirmed.value, adminEmail);
      await onEmailVerified(body.userId);
      return "confirmed" as const;
    },
  );
  const setMailedPassword = createAuthEndpoint(
    MAILED_PASSWORD_PATH,
    { ...serverOnly, body: z.object({ token: z.string(), password: z.string() }) },
    async (ctx) => {
      const { token, password } = ctx.body;
      const refused = new APIError("BAD_REQUEST", { code: "INVALID_TOKEN" });
      // Hashing takes half a second of a core.
      if (!(await readMailLink(db, { purpose: "reset-password", token, now: new Date() })))
        throw refused;
      const hash = await ctx.context.password.hash(password);
      const user = await resetPassword(db, { token, hash, now: new Date() });
      if (!user) throw refused;
      if (!user.emailVerified) await onEmailVerified(user.id);
      rememberBrowser(ctx, user.email);
      return { userId: user.id };
    },
  );
  return { id: "mailed-links", endpoints: { confirmMailedEmail, setMailedPassword } };
}
