import { createHmac, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-auth/cookies";

/**
 * Returns the value of a cookie that Better Auth signed, if the signature is valid; else null. The format is its own:
 * value, dot, HMAC-SHA-256 in base64.
 */
export function readSignedCookie(
  { secret }: { secret: string },
  headers: Headers,
  name: string,
): string | null {
  const cookie = parseCookies(headers.get("cookie") ?? "").get(name);
  const [, value, signature] = /^(.+)\.([^.]{43}=)$/.exec(cookie ?? "") ?? [];
  if (!value || !signature) return null;
  const given = Buffer.from(signature, "base64");
  const expected = createHmac("sha256", secret).update(value).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
}
