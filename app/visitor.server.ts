import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "react-router";

/**
 * The visitor cookie: a random token that identifies a browser's checkout and its access to orders. Set with the first
 * checkout, never while browsing.
 */
const attributes = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 30 * 24 * 60 * 60,
} as const;
const plainCookie = createCookie("satchel_visitor", attributes);
/** The prefix `__Host-` restricts it to this host and to https (RFC 6265bis). */
const hostCookie = createCookie("__Host-satchel_visitor", { ...attributes, secure: true });

interface CookieOptions {
  /** Whether the shop is reached by https. */
  secure: boolean;
}

/** Returns the visitor's hash, as stored in the database, or null for a browser without the cookie. */
export async function readVisitor(
  request: Request,
  { secure }: CookieOptions,
): Promise<string | null> {
  const token = await readVisitorToken(request, { secure });
  return token === null ? null : hash(token);
}

/** Returns the value of the cookie, or null for a browser without a valid one. */
export async function readVisitorToken(
  request: Request,
  { secure }: CookieOptions,
): Promise<string | null> {
  const token: unknown = await cookieFor(secure).parse(request.headers.get("cookie"));
  return isToken(token) ? token : null;
}

/** Returns the header that makes the browser this visitor, or with null none. Ignores an invalid value. */
export async function visitorHeader(
  token: string | null,
  { secure }: CookieOptions,
): Promise<string> {
  return isToken(token)
    ? cookieFor(secure).serialize(token)
    : cookieFor(secure).serialize("", { maxAge: 0 });
}

function isToken(token: unknown): token is string {
  return typeof token === "string" && token.length >= 22;
}

/** Returns the visitor's hash, and the headers that set the cookie for a new visitor. */
export async function ensureVisitor(
  request: Request,
  { secure }: CookieOptions,
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
