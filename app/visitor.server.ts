import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "react-router";

/**
 * Tells one browser from another, nothing more: a random text that the checkout and the right to see an
 * order hang on. Set when something is first put into the checkout, never while only looking around.
 */
const cookie = createCookie("satchel_visitor", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 30 * 24 * 60 * 60,
});

/** The visitor's hash as the database keeps it, or null for a browser that has no cookie yet. */
export async function readVisitor(request: Request): Promise<string | null> {
  const token: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof token === "string" && token.length >= 22 ? hash(token) : null;
}

/** The visitor's hash, and the headers that give a new visitor the cookie. */
export async function ensureVisitor(
  request: Request,
  options: { secure: boolean },
): Promise<{ visitorHash: string; headers: HeadersInit }> {
  const known = await readVisitor(request);
  if (known) return { visitorHash: known, headers: {} };
  const token = randomBytes(24).toString("base64url");
  return {
    visitorHash: hash(token),
    headers: { "set-cookie": await cookie.serialize(token, options) },
  };
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
