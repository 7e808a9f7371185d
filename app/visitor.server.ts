import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "react-router";

/**
 * Tells one browser from another, nothing more: a random text that the checkout and the right to see an
 * order hang on. Set when something is first put into the checkout, never while only looking around.
 */
const attributes = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 30 * 24 * 60 * 60,
} as const;
const plainCookie = createCookie("satchel_visitor", attributes);
/** By its prefix browsers take it from this host alone, and by https. */
const hostCookie = createCookie("__Host-satchel_visitor", { ...attributes, secure: true });

/** Whether customers reach the shop by https. */
interface Reached {
  secure: boolean;
}

/** The visitor's hash as the database keeps it, or null for a browser that has no cookie yet. */
export async function readVisitor(request: Request, { secure }: Reached): Promise<string | null> {
  const token: unknown = await cookieFor(secure).parse(request.headers.get("cookie"));
  return typeof token === "string" && token.length >= 22 ? hash(token) : null;
}

/** The visitor's hash, and the headers that give a new visitor the cookie. */
export async function ensureVisitor(
  request: Request,
  { secure }: Reached,
): Promise<{ visitorHash: string; headers: HeadersInit }> {
  const known = await readVisitor(request, { secure });
  if (known) return { visitorHash: known, headers: {} };
  const token = randomBytes(24).toString("base64url");
  return {
    visitorHash: hash(token),
    headers: { "set-cookie": await cookieFor(secure).serialize(token) },
  };
}

function cookieFor(secure: boolean) {
  return secure ? hostCookie : plainCookie;
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
