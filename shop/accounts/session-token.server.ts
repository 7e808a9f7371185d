import { createHmac, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import type { Auth } from "./auth.server.ts";

/**
 * Returns the token of the session cookie if its signature is valid. The format is Better Auth's: token, dot,
 * HMAC-SHA-256 in base64. Read here, because Better Auth's `getSession` takes as long as rendering a small page.
 */
export async function readSessionToken(auth: Auth, headers: Headers): Promise<string | null> {
  const { authCookies, secret } = await auth.$context;
  const cookie = parseCookies(headers.get("cookie") ?? "").get(authCookies.sessionToken.name);
  const [, token, signature] = /^(.+)\.([^.]{43}=)$/.exec(cookie ?? "") ?? [];
  if (!token || !signature) return null;
  const given = Buffer.from(signature, "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
