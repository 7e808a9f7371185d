import { createHash, randomBytes } from "node:crypto";
import type { Cookie, RouterContextProvider } from "react-router";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import type { Viewer } from "#shop/orders/tracking.server.ts";
import { servicesContext } from "./context.ts";
import { signedInOf } from "./session.server.ts";
import { shopCookie } from "./shop-cookie.server.ts";

/**
 * The visitor cookie: a random token that identifies a browser's checkout and its access to orders. Set with the first
 * checkout, never while browsing.
 */
const cookieFor = shopCookie("satchel_visitor", (30 * DAY_MS) / SECOND_MS);

/** The visitor of a browser that signed out, for as long as it may still choose to keep access to its orders. */
const asideFor = shopCookie("satchel_signed_out", (10 * MINUTE_MS) / SECOND_MS);

interface CookieOptions {
  /** Whether the shop is reached by https. */
  secure: boolean;
}

/** Returns the visitor's hash, as stored in the database, or null for a browser without the cookie. */
export async function readVisitor(
  request: Request,
  { secure }: CookieOptions,
): Promise<string | null> {
  const token = await readToken(cookieFor({ secure }), request);
  return token === null ? null : hash(token);
}

/** Returns the headers that end the visitor in this browser; with `aside`, `restoreVisitor` can bring it back. */
export async function endVisitor(
  request: Request,
  { secure, aside }: CookieOptions & { aside: boolean },
): Promise<string[]> {
  const headers = [await cookieFor({ secure }).serialize("", { maxAge: 0 })];
  const token = await readToken(cookieFor({ secure }), request);
  if (aside && token) headers.push(await asideFor({ secure }).serialize(token));
  return headers;
}

/** Returns the headers that make this browser the visitor again that `endVisitor` has set aside. */
export async function restoreVisitor(
  request: Request,
  { secure }: CookieOptions,
): Promise<string[]> {
  const token = await readToken(asideFor({ secure }), request);
  if (token === null) return [];
  return [
    await cookieFor({ secure }).serialize(token),
    await asideFor({ secure }).serialize("", { maxAge: 0 }),
  ];
}

/** Returns the token in a cookie, or null for a browser without a valid one. */
async function readToken(cookie: Cookie, request: Request): Promise<string | null> {
  const token: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof token === "string" && token.length >= 22 ? token : null;
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
    headers: { "set-cookie": await cookieFor({ secure }).serialize(token) },
  };
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Returns the viewer of an order: visitor cookie and verified email of this request. */
export async function viewerOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer> {
  const account = signedInOf(context)?.account;
  return {
    visitorHash: await readVisitor(request, context.get(servicesContext)),
    verifiedEmail: account?.emailVerified ? account.email : null,
  };
}
