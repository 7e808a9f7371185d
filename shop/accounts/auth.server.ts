import { drizzleAdapter } from "@better-auth/drizzle-adapter";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Db } from "#db/client.server.ts";
import {
  identities,
  sessions,
  twoFactors,
  users,
  verifications,
} from "#db/schema/accounts.server.ts";
import { randomText } from "#lib/random.server.ts";
import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  REFERRAL_CODE_ALPHABET,
  REFERRAL_CODE_LENGTH,
} from "./account.ts";
import type { SocialProvider } from "./account.ts";
import { ownMailbox } from "./accounts.server.ts";
import { claimFirstAdmin, giveUpAdmin } from "./admins.server.ts";
import { sendAccountMail } from "./account-mails.server.ts";
import { assertNotBlocked } from "./blocking.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";

/** A place to sign in with, spoken to by OAuth 2 (Facebook) or OpenID Connect (Google). */
export type SocialConfig =
  | { provider: "google"; issuer: string; clientId: string; clientSecret: string }
  | {
      provider: "facebook";
      dialogUrl: string;
      graphUrl: string;
      clientId: string;
      clientSecret: string;
    };

export interface AuthOptions {
  appUrl: string;
  secret: string;
  /** With it, only this address can become the first administrator. */
  adminEmail: string | null;
  social: readonly SocialConfig[];
  shopName: string;
  onEmailVerified: (userId: string) => Promise<void>;
}

/** Where Better Auth is reached from outside: only the way back from another sign-in is. */
export const AUTH_BASE_PATH = "/api/auth";

/** Where we tell Better Auth the network address of a request; a browser's own claim is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-satchel-client-address";

/** Sessions live this long at the most; without use, the owner's setting ends them sooner. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;
const MAIL_LINK_SECONDS = 60 * 60;

/** Better Auth over our tables. Its transactions are off: on the embedded database ours would wait for its. */
export function createAuth(db: Db, options: AuthOptions) {
  const { appUrl, secret, adminEmail, social, shopName, onEmailVerified } = options;
  return betterAuth({
    appName: shopName,
    baseURL: appUrl,
    basePath: AUTH_BASE_PATH,
    secret,
    telemetry: { enabled: false },
    logger: { level: "error" },
    database: drizzleAdapter(db, {
      provider: "pg",
      transaction: false,
      schema: {
        user: users,
        session: sessions,
        account: identities,
        verification: verifications,
        twoFactor: twoFactors,
      },
    }),
    user: {
      additionalFields: {
        role: { type: "string", input: false, defaultValue: "customer" },
        referralCode: { type: "string", input: false, required: false },
        birthday: { type: "string", input: false, required: false },
      },
      changeEmail: { enabled: true },
      deleteUser: {
        enabled: true,
        beforeDelete: async ({ id }) => {
          if (!(await giveUpAdmin(db, id, new Date()))) throw new APIError("FORBIDDEN");
        },
      },
    },
    session: {
      expiresIn: SESSION_SECONDS,
      // Activity is kept by sessions.server.ts, by the owner's setting.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      accountLinking: {
        enabled: true,
        requireLocalEmailVerified: true,
        updateUserInfoOnLink: false,
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: MAIL_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      // The mail was read: the address is theirs. Whatever else was linked before that was shown is not.
      onPasswordReset: ({ user }) => ownMailbox(db, user, onEmailVerified),
      sendResetPassword: ({ user, token }) =>
        sendAccountMail(
          db,
          "reset-password",
          user,
          `${appUrl}/reset-password?token=${encodeURIComponent(token)}`,
          token,
        ),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: 24 * 60 * 60,
      sendVerificationEmail: ({ user, token }) =>
        sendAccountMail(
          db,
          "verify-email",
          user,
          `${appUrl}/verify-email?token=${encodeURIComponent(token)}`,
          token,
        ),
      afterEmailVerification: async (user) => {
        await claimFirstAdmin(db, user, adminEmail);
        await onEmailVerified(user.id);
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({
            data: {
              ...user,
              referralCode: randomText(REFERRAL_CODE_LENGTH, REFERRAL_CODE_ALPHABET),
            },
          }),
          after: async (user) => {
            await claimFirstAdmin(db, user, adminEmail);
            if (user.emailVerified) await onEmailVerified(user.id);
          },
        },
      },
      session: { create: { before: ({ userId }) => assertNotBlocked(db, userId) } },
    },
    plugins: [
      twoFactor({ issuer: shopName, skipVerificationOnEnable: false }),
      genericOAuth({ config: social.map(oauthConfig) }),
    ],
    // Limits are the shop's own, counted in the database for every door alike.
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: "satchel",
      useSecureCookies: appUrl.startsWith("https:"),
      defaultCookieAttributes: { sameSite: "lax", httpOnly: true },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** Which of them the sign-in screens offer. */
export function socialProviders(social: readonly SocialConfig[]): SocialProvider[] {
  return social.map(({ provider }) => provider);
}

function oauthConfig(config: SocialConfig) {
  const { provider, clientId, clientSecret } = config;
  const common = { providerId: provider, clientId, clientSecret, pkce: true };
  if (config.provider === "google") {
    return {
      ...common,
      discoveryUrl: `${config.issuer}/.well-known/openid-configuration`,
      scopes: ["openid", "email", "profile"],
      prompt: "select_account" as const,
      requireIdTokenVerification: true,
    };
  }
  return {
    ...common,
    authorizationUrl: `${config.dialogUrl}/dialog/oauth`,
    tokenUrl: `${config.graphUrl}/oauth/access_token`,
    userInfoUrl: `${config.graphUrl}/me?fields=id,name,email`,
    accountSubject: ({ profile }: { profile: { id?: string | number | null } }) =>
      String(profile.id),
    scopes: ["email", "public_profile"],
    // Facebook does not say whether an address is verified: such an account is made, but never linked.
    mapProfileToUser: (profile: Record<string, unknown>) => ({
      name: typeof profile.name === "string" ? profile.name : "",
      email: typeof profile.email === "string" ? profile.email : undefined,
      emailVerified: false,
    }),
  };
}
