import { drizzleAdapter } from "@better-auth/drizzle-adapter";
import { betterAuth } from "better-auth";
import { APIError, getOAuthState } from "better-auth/api";
import type { Db } from "#db/client.server.ts";
import { identities, sessions, twoFactors, users, verifications } from "./tables.ts";
import type { Log } from "#lib/log.ts";
import { randomText } from "#lib/random.server.ts";
import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  REFERRAL_CODE_ALPHABET,
  REFERRAL_CODE_LENGTH,
} from "./account.ts";
import { findReferrer, ownMailbox, setReferrer } from "./accounts.server.ts";
import { claimFirstAdmin, giveUpAdmin } from "./admins.server.ts";
import { mailPasswordChanged } from "./account-news.server.ts";
import { sendAccountMail } from "./account-mails.server.ts";
import { assertNotBlocked } from "./blocking.server.ts";
import { keepMailLink } from "./mail-links.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";
import { secondStep } from "./second-step.server.ts";
import { type SocialConfig, socialSignIn } from "./social.server.ts";

export interface AuthOptions {
  appUrl: string;
  secret: string;
  /** With it, only this address can become the first administrator. */
  adminEmail: string | null;
  social: readonly SocialConfig[];
  shopName: string;
  onEmailVerified: (userId: string) => Promise<void>;
  /** Called with the confirmed address of an account that is about to be deleted. */
  onAccountDeleted: (email: string) => Promise<void>;
  log?: Log;
}

/** Where Better Auth is reached from outside: only the way back from another sign-in is. */
export const AUTH_BASE_PATH = "/api/auth";

/** Where we tell Better Auth the network address of a request; a browser's own claim is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-satchel-client-address";

/** Sessions live this long at the most; without use, the owner's setting ends them sooner. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;
const PASSWORD_LINK_SECONDS = 60 * 60;
const EMAIL_LINK_SECONDS = 24 * 60 * 60;

/** Better Auth over our tables. Its transactions are off: on the embedded database ours would wait for its. */
export function createAuth(db: Db, options: AuthOptions) {
  const { appUrl, secret, adminEmail, social, shopName, onEmailVerified, onAccountDeleted } =
    options;
  const { log = () => undefined } = options;
  const secure = appUrl.startsWith("https:");
  return betterAuth({
    appName: shopName,
    baseURL: appUrl,
    basePath: AUTH_BASE_PATH,
    secret,
    telemetry: { enabled: false },
    logger: {
      level: "error",
      log: (_level, message, ...more: unknown[]) =>
        log("accounts", more.find((one) => one instanceof Error) ?? new Error(message)),
    },
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
        beforeDelete: async ({ id, email, emailVerified }) => {
          if (!(await giveUpAdmin(db, id, new Date()))) throw new APIError("FORBIDDEN");
          // Nobody but its owner unsubscribes an address.
          if (emailVerified) await onAccountDeleted(email);
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
      resetPasswordTokenExpiresIn: PASSWORD_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      // The mail was read: the address is theirs. Whatever else was linked before that was shown is not.
      onPasswordReset: async ({ user }) => {
        await ownMailbox(db, user, onEmailVerified);
        const place = { userAgent: null, ipAddress: null };
        await mailPasswordChanged(db, user, place, new Date());
      },
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
      expiresIn: EMAIL_LINK_SECONDS,
      // Better Auth knows its tokens by their signature alone; that they work once is ours.
      sendVerificationEmail: ({ user, token }) =>
        db.transaction(async (tx) => {
          await keepMailLink(tx, token, new Date(Date.now() + EMAIL_LINK_SECONDS * 1000));
          const link = `${appUrl}/verify-email?token=${encodeURIComponent(token)}`;
          await sendAccountMail(tx, "verify-email", user, link, token);
        }),
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
            // The code that was typed before signing in elsewhere; it has come along in the state.
            const code: unknown = (await getOAuthState())?.referralCode;
            const referrer = typeof code === "string" ? await findReferrer(db, code) : null;
            if (referrer) await setReferrer(db, user.id, referrer.id);
            if (user.emailVerified) await onEmailVerified(user.id);
          },
        },
      },
      session: { create: { before: ({ userId }) => assertNotBlocked(db, userId) } },
    },
    plugins: [
      secondStep({ issuer: shopName, skipVerificationOnEnable: false }),
      socialSignIn(social),
    ],
    // Limits are the shop's own, counted in the database for every door alike.
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Better Auth would prefix `__Secure-`; `__Host-` also keeps other subdomains from setting our cookies.
      useSecureCookies: false,
      cookiePrefix: secure ? "__Host-satchel" : "satchel",
      defaultCookieAttributes: { sameSite: "lax", httpOnly: true, path: "/", secure },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
