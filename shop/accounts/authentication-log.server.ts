import { createAuthMiddleware, isAPIError } from "better-auth/api";
import type { Log } from "#lib/log.ts";
import { MAILED_PASSWORD_PATH } from "./mailed-links.server.ts";
import { PASSKEY_SIGN_IN_PATH } from "./passkey-plugin.server.ts";
import { userIdOf } from "./single-use-codes.server.ts";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The names in the log of Better Auth's routes that check who somebody is. */
const EVENTS: Record<string, string> = {
  "/sign-in/email": "sign-in",
  "/callback/:id": "provider-sign-in",
  "/sign-up/email": "registration",
  "/two-factor/verify-totp": "totp",
  "/two-factor/verify-backup-code": "recovery-code",
  "/two-factor/enable": "totp-set-up",
  "/two-factor/disable": "totp-off",
  "/two-factor/generate-backup-codes": "recovery-codes",
  [PASSKEY_SIGN_IN_PATH]: "passkey",
  "/passkey/verify-registration": "passkey-added",
  "/verify-password": "password-prompt",
  "/change-password": "password-change",
  [MAILED_PASSWORD_PATH]: "password-reset",
};

export interface Attempt {
  /** What was tried, such as `sign-in`. */
  event: string;
  outcome: "succeeded" | "second-factor" | "failed" | "refused";
  /** Why it failed, without anything that was typed. */
  reason?: string | undefined;
  /** The id of the account; a typed email address is not logged, because it may be a password. */
  account?: string | undefined;
  /** The network address of the client. */
  from: string | null | undefined;
}

/** Returns the log line of one attempt to authenticate (OWASP ASVS 5, 16.3.1). */
export function attemptLine({ event, outcome, reason, account, from }: Attempt): string {
  const why = reason === undefined ? "" : ` reason=${reason}`;
  const who = account ?? "unknown";
  return `authentication ${event} ${outcome}${why} account=${who} from=${from ?? "unknown"}`;
}

/** Better Auth plugin that logs each attempt to authenticate: who, from where, and the outcome. It must be the last one. */
export function authenticationLog(log: Log, addressHeader: string) {
  const afterAttempt = {
    matcher: ({ path }: { path?: string }) => path !== undefined && path in EVENTS,
    handler: createAuthMiddleware(async (ctx) => {
      const event = EVENTS[ctx.path];
      if (event === undefined) return;
      const account = await accountOf(ctx);
      log(
        attemptLine({ event, ...outcomeOf(ctx), account, from: ctx.headers?.get(addressHeader) }),
      );
    }),
  };
  return { id: "authentication-log", hooks: { after: [afterAttempt] } };
}

function outcomeOf({ context, path }: Context): Pick<Attempt, "outcome" | "reason"> {
  const { returned, newSession } = context;
  if (newSession) return { outcome: "succeeded" };
  if (!isAPIError(returned)) {
    const isPending = (returned as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect;
    return { outcome: isPending ? "second-factor" : "succeeded" };
  }
  // A provider's sign-in always ends with a redirect.
  const location = new Headers(returned.headers).get("location") ?? "";
  if (path === "/callback/:id" && location.startsWith("/two-factor"))
    return { outcome: "second-factor" };
  const code =
    returned.body?.code ?? new URL(location || "/", "http://shop").searchParams.get("error");
  return { outcome: "failed", reason: /^\w+$/.exec(code ?? "")?.[0]?.toLowerCase() };
}

/** Returns the id of the account that signed in, is signed in, is signing in, or has the email address that was typed. */
async function accountOf(ctx: Context): Promise<string | undefined> {
  const { newSession, internalAdapter, returned } = ctx.context;
  if (newSession) return newSession.user.id;
  if (ctx.path === MAILED_PASSWORD_PATH) return (returned as { userId?: string } | null)?.userId;
  const { email } = (ctx.body ?? {}) as { email?: unknown };
  if (typeof email === "string") return (await internalAdapter.findUserByEmail(email))?.user.id;
  return (await userIdOf(ctx)) ?? undefined;
}
