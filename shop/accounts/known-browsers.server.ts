import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { AuthContext } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { parseCookies } from "better-auth/cookies";

/**
 * The cookie of a browser that has signed in: one entry for each account, `id.signature`. The signature covers id and
 * email address, so an entry counts for that account only and does not reveal it. After OWASP's device cookies:
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export const KNOWN_BROWSER_COOKIE = "known_browser";
const COOKIE_SECONDS = 365 * 24 * 60 * 60;
/** The accounts that a browser is known for: those that signed in last. */
const MAX_ENTRIES = 5;

type Context = Pick<
  Parameters<Parameters<typeof createAuthMiddleware>[0]>[0],
  "context" | "getCookie" | "setCookie"
>;

/** Better Auth plugin that sets the cookie when an account signs in. */
export function knownBrowsers() {
  const afterSignIn = {
    matcher: () => true,
    handler: createAuthMiddleware(async (ctx) => {
      // Null while a second factor is awaited.
      const session = ctx.context.newSession;
      if (session) rememberBrowser(ctx, session.user.email);
    }),
  };
  return { id: "known-browsers", hooks: { after: [afterSignIn] } };
}

/** Returns the id of the browser that sent these headers if this account has signed in there before, else null. */
export function findKnownBrowser(
  context: Pick<AuthContext, "createAuthCookie" | "secret">,
  headers: Headers,
  email: string,
): string | null {
  const { name } = context.createAuthCookie(KNOWN_BROWSER_COOKIE);
  const value = parseCookies(headers.get("cookie") ?? "").get(name) ?? "";
  const entry = value.split("~").find((one) => isEntryOf(one, email, context.secret));
  return entry?.split(".")[0] ?? null;
}

/** Sets the cookie with an entry for this account, which stays the same if there is one. */
export function rememberBrowser(ctx: Context, email: string): void {
  const { context } = ctx;
  const { name, attributes } = context.createAuthCookie(KNOWN_BROWSER_COOKIE, {
    maxAge: COOKIE_SECONDS,
  });
  const entries = (ctx.getCookie(name) ?? "").split("~").filter(Boolean);
  const own = entries.find((one) => isEntryOf(one, email, context.secret));
  const others = entries.filter((one) => one !== own);
  const first = own ?? createEntry(email, context.secret);
  ctx.setCookie(name, [first, ...others].slice(0, MAX_ENTRIES).join("~"), attributes);
}

function createEntry(email: string, secret: string): string {
  const id = randomBytes(16).toString("base64url");
  return `${id}.${sign(id, email, secret).toString("base64url")}`;
}

function isEntryOf(entry: string, email: string, secret: string): boolean {
  const [id = "", signature = ""] = entry.split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = sign(id, email, secret);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign(id: string, email: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(`known browser\n${id}\n${email}`).digest();
}
