import { drizzleAdapter } from "@better-auth/drizzle-adapter";
import { BetterAuthError, betterAuth } from "better-auth";
import { APIError, getOAuthState } from "better-auth/api";
import type { Db } from "#db/client.server.ts";
import { identities, passkeys, sessions, twoFactors, users, verifications } from "./tables.ts";
import type { Log } from "#lib/log.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { isLanguage, type Language } from "#messages/languages.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "./account.ts";
import { findReferrer, newReferralCode, setReferrer } from "./accounts.server.ts";
import { claimFirstAdmin, revokeAdminRole } from "./admins.server.ts";
import { authenticationLog } from "./authentication-log.server.ts";
import { assertNotBlocked } from "./blocking.server.ts";
import { mailEmailLink } from "./confirm-email.server.ts";
import { knownBrowsers } from "./known-browsers.server.ts";
import { mailedLinks } from "./mailed-links.server.ts";
import { PASSKEY_SIGN_IN_PATH, passkeySignIn } from "./passkey-plugin.server.ts";
import { nameFromProvider } from "./names.server.ts";
import { replacedSessions } from "./replaced-sessions.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";
import { twoFactorSignIn } from "./two-factor.server.ts";
import { type SocialConfig, socialSignIn } from "./social.server.ts";

export interface AuthOptions {
  appUrl: string;
  secret: string;
  /** If set, only this address can become the first administrator. */
  adminEmail: string | null;
  /** Whether the accounts of a demo, whose password is known, may sign in. */
  allowsDemo: boolean;
  social: readonly SocialConfig[];
  shopName: string;
  onEmailVerified: (userId: string) => Promise<void>;
  /** Called with the confirmed address of an account that is about to be deleted. */
  onAccountDeleted: (email: string) => Promise<void>;
  log?: Log;
  /** Hashes new passwords; `hashPassword` by default. A hash holds its cost, so verifying needs no option. */
  hash?: (password: string) => Promise<string>;
}

/** The path of Better Auth's routes; only the OAuth callback is reachable from outside. */
export const AUTH_BASE_PATH = "/api/auth";

/** The header that passes the client's address to Better Auth; the server overwrites it in every request. */
export const CLIENT_ADDRESS_HEADER = "x-satchel-client-address";

/** The longest life of a session; an idle one ends sooner, by the setting `sessionTimeout`. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Creates Better Auth over our tables. Its transactions are off, because they would block ours on PGlite. */
export function createAuth(db: Db, options: AuthOptions) {
  const { appUrl, secret, adminEmail, social, shopName, onEmailVerified, onAccountDeleted } =
    options;
  const { allowsDemo, log = () => undefined, hash = hashPassword } = options;
  const secure = appUrl.startsWith("https:");
  return betterAuth({
    appName: shopName,
    baseURL: appUrl,
    basePath: AUTH_BASE_PATH,
    secret,
    telemetry: { enabled: false },
    logger: {
      level: "error",
      log: (_level, message, ...more: unknown[]) => {
        const error = more.find((one) => one instanceof Error);
        // What the passkey plugin refuses is in the log of authentication.
        if (/^Failed to verify (registration|authentication)$/.test(message) && !error?.cause)
          return;
        // Better Auth's own errors are about what somebody sent, such as an expired state.
        if (error && !(error instanceof BetterAuthError)) log("accounts", error);
        else log(`accounts: ${error?.message ?? message}`);
      },
    },
    onAPIError: { errorURL: `${appUrl}/signed-in` },
    database: drizzleAdapter(db, {
      provider: "pg",
      transaction: false,
      schema: {
        user: users,
        session: sessions,
        account: identities,
        verification: verifications,
        twoFactor: twoFactors,
        passkey: passkeys,
      },
    }),
    user: {
      additionalFields: {
        role: { type: "string", input: false, defaultValue: "customer" },
        referralCode: { type: "string", input: false, required: false },
        birthday: { type: "string", input: false, required: false },
        language: { type: "string", input: false, required: false },
      },
      deleteUser: {
        enabled: true,
        beforeDelete: async ({ id, email, emailVerified }) => {
          if (!(await revokeAdminRole(db, id, new Date()))) throw new APIError("FORBIDDEN");
          // An unverified address may belong to another person, who stays subscribed.
          if (emailVerified) await onAccountDeleted(email);
        },
      },
    },
    session: {
      expiresIn: SESSION_SECONDS,
      // sessions.server.ts records activity, because the timeout is a setting.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      // reauthenticate.server.ts asks for the password before each change.
      freshAge: 0,
      // Without a default value, which would replace that of a session that goes on with another token.
      additionalFields: { withPasskey: { type: "boolean", input: false, required: false } },
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
      password: { hash, verify: verifyPassword },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({
            data: {
              ...user,
              name: nameFromProvider(user.name),
              referralCode: newReferralCode(),
              language: await languageOfSignUp(),
            },
          }),
          after: async (user) => {
            await claimFirstAdmin(db, user, adminEmail);
            const { id, email } = user;
            const link = { owner: { id, credentialVersion: 0 }, email, appUrl, now: new Date() };
            if (!user.emailVerified) await mailEmailLink(db, link);
            // The referral code typed before an OAuth sign-in travels in its state.
            const code: unknown = (await getOAuthState())?.referralCode;
            const referrer = typeof code === "string" ? await findReferrer(db, code) : null;
            if (referrer) await setReferrer(db, user.id, referrer.id);
            if (user.emailVerified) await onEmailVerified(user.id);
          },
        },
      },
      session: {
        create: {
          before: async (session, context) => {
            await assertNotBlocked(db, session.userId, { allowsDemo });
            if (context?.path === PASSKEY_SIGN_IN_PATH) return { data: { withPasskey: true } };
          },
        },
      },
    },
    plugins: [
      twoFactorSignIn(db, {
        issuer: shopName,
        skipVerificationOnEnable: false,
        addressHeader: CLIENT_ADDRESS_HEADER,
      }),
      socialSignIn(social),
      passkeySignIn(db, { appUrl, shopName, addressHeader: CLIENT_ADDRESS_HEADER }),
      knownBrowsers(),
      replacedSessions(),
      mailedLinks(db, { appUrl, adminEmail, onEmailVerified }),
      authenticationLog(log, CLIENT_ADDRESS_HEADER),
    ],
    // The shop has its own rate limiter in the database (shop/limits).
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

/** Returns the language of the page that led here; an OAuth sign-in has it in its state. */
async function languageOfSignUp(): Promise<Language> {
  const language: unknown = (await getOAuthState())?.language;
  return typeof language === "string" && isLanguage(language) ? language : currentLanguage();
}

export type Auth = ReturnType<typeof createAuth>;
