import { getAuthenticatorName, passkey } from "@better-auth/passkey";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { expireCookie } from "better-auth/cookies";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { deviceName } from "./device.ts";
import { findPasskeyOwner } from "./passkeys.server.ts";
import { mailPasskeyChanged } from "./security-mails.server.ts";
import { passkeys } from "./tables.ts";

/** The path at which Better Auth verifies a passkey; every session that begins there began with one. */
export const PASSKEY_SIGN_IN_PATH = "/passkey/verify-authentication";

interface PasskeyOptions {
  appUrl: string;
  shopName: string;
  /** The header with the network address of the client. */
  addressHeader: string;
}

/**
 * Returns Better Auth's passkey plugin. Every passkey must be one that a browser offers by itself, and that verifies its
 * user by PIN, fingerprint or face: it then counts as both factors. On its own, the plugin only asks for that.
 */
export function passkeySignIn(db: Db, { appUrl, shopName, addressHeader }: PasskeyOptions) {
  const { origin, hostname } = new URL(appUrl);
  const plugin = passkey({
    rpID: hostname,
    rpName: shopName,
    origin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey_challenge" },
    registration: {
      afterVerification: async ({ ctx, verification, user }) => {
        const { registrationInfo: made } = verification;
        if (!made?.userVerified) throw refuse("USER_NOT_VERIFIED");
        // Without an attestation anybody can claim the credential id of another person's passkey.
        if (await findPasskeyOwner(db, made.credential.id)) throw refuse("PREVIOUSLY_REGISTERED");
        const name =
          getAuthenticatorName(made.aaguid) ?? deviceName(ctx.headers?.get("user-agent") ?? null);
        return { userId: user.id, name };
      },
    },
    authentication: {
      afterVerification: async ({ verification: { authenticationInfo: used } }) => {
        if (!used.userVerified) throw refuse("USER_NOT_VERIFIED");
        await db
          .update(passkeys)
          .set({ lastUsedAt: new Date() })
          .where(eq(passkeys.credentialID, used.credentialID));
      },
    },
  });
  const afterAdding = {
    matcher: ({ path }: { path?: string }) => path === "/passkey/verify-registration",
    handler: createAuthMiddleware(async ({ context, headers }) => {
      const added = context.returned as { userId?: string } | null;
      const user = added?.userId ? await context.internalAdapter.findUserById(added.userId) : null;
      if (!user) return;
      const client = {
        userAgent: headers?.get("user-agent") ?? null,
        ipAddress: headers?.get(addressHeader) ?? null,
      };
      await mailPasskeyChanged(db, "passkey-added", user, client, new Date());
    }),
  };
  // It has answered the second step, too.
  const afterSignIn = {
    matcher: ({ path }: { path?: string }) => path === PASSKEY_SIGN_IN_PATH,
    handler: createAuthMiddleware(async (ctx) => {
      if (!ctx.context.newSession) return;
      const cookie = ctx.context.createAuthCookie("two_factor");
      const pending = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
      if (!pending) return;
      await ctx.context.internalAdapter.consumeVerificationValue(pending);
      expireCookie(ctx, cookie);
    }),
  };
  return { ...plugin, hooks: { after: [afterAdding, afterSignIn] } };
}

function refuse(code: "USER_NOT_VERIFIED" | "PREVIOUSLY_REGISTERED"): APIError {
  return new APIError("BAD_REQUEST", { code });
}
