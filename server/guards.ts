import { validateHeaderValue } from "node:http";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { BUSY_SECONDS, busyMessage, busyPage } from "#app/busy-page.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { localPath } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";
import { attemptLine } from "#shop/accounts/authentication-log.server.ts";
import { KNOWN_BROWSER_COOKIE } from "#shop/accounts/known-browsers.server.ts";
import { passwordQueue } from "#shop/accounts/passwords.server.ts";
import type { AppEnv } from "./requests.ts";

const BODY_MAX = 64 * 1024;
/** A newsletter has up to 20,000 characters, each up to 9 bytes when URL-encoded. */
const NEWSLETTER_BODY_MAX = 256 * 1024;
/** Three legal pages of 50,000 characters each, as they are or in another language. */
const LEGAL_BODY_MAX = 1536 * 1024;
/** A bank statement of `STATEMENT_MAX_BYTES` in a multipart form. */
const STATEMENT_BODY_MAX = 1880 * 1024;
const URL_MAX = 8 * 1024;

/** Limits the body size by route: responds with 413 without reading the rest of the body. */
export function refuseLongBodies(): MiddlewareHandler {
  const limitTo = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: (c) => c.text(t("errors.tooLong", { size: maxSize / 1024 }), 413),
    });
  const usual = limitTo(BODY_MAX);
  const newsletter = limitTo(NEWSLETTER_BODY_MAX);
  const legal = limitTo(LEGAL_BODY_MAX);
  const statement = limitTo(STATEMENT_BODY_MAX);
  return (c, next) => {
    // These have no body, and the check costs as much as routing.
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    if (c.req.path.startsWith("/admin/newsletter/")) return newsletter(c, next);
    if (/^\/admin\/settings\/(legal|texts\/[\w-]+)(\.data)?$/.test(c.req.path))
      return legal(c, next);
    if (/^\/admin\/bank(\.data)?$/.test(c.req.path)) return statement(c, next);
    return usual(c, next);
  };
}

/**
 * Refuses a sign-in or registration that the queue of passwords would refuse, before a page is rendered for it, so that
 * a flood delays no other client. A browser that may be known has another queue; the page's own requests are cheap.
 */
export const refuseFloods: MiddlewareHandler<AppEnv> = async (c, next) => {
  const from = c.get("clientAddress");
  const mayBeKnown = c.req.header("cookie")?.includes(KNOWN_BROWSER_COOKIE);
  if (mayBeKnown || !passwordQueue.isFull(from)) return next();
  const event = c.req.path === "/register" ? "registration" : "sign-in";
  c.get("request").log(attemptLine({ event, outcome: "refused", reason: "queue-full", from }));
  c.get("request").route = c.req.path;
  const headers = { "retry-after": String(BUSY_SECONDS) };
  return c.html(busyPage(busyMessage(), new URL(c.req.url)), 429, headers);
};

/**
 * Throws for a response header that Node could not send, so that the request fails like any other: the adapter would
 * respond with the bare message, without the headers of the shop.
 */
export const refuseUnsendableHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of c.res.headers) {
    try {
      validateHeaderValue(name, value);
    } catch (error) {
      // Hono would copy it to the error's response.
      c.res.headers.delete(name);
      throw error;
    }
  }
};

/**
 * Returns the error response of a URL that is too long, contains NUL, which PostgreSQL rejects, or has a path that is no
 * UTF-8, which the router could not decode, or has control characters: URL parsers drop some, so that the router would
 * read a path such as `/%09/%2F` as the address of a host without a name. Else null.
 */
export function badAddress(url: string): { status: 400 | 414; text: string } | null {
  if (url.length > URL_MAX) return { status: 414, text: t("errors.addressTooLong") };
  const isReadable = !url.includes("%00") && URL.canParse(url) && isText(new URL(url).pathname);
  return isReadable ? null : { status: 400, text: t("errors.addressUnreadable") };
}

function isText(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

export const refuseBadAddresses: MiddlewareHandler = async (c, next) => {
  const bad = badAddress(c.req.url);
  return bad ? c.text(bad.text, bad.status) : next();
};

/**
 * Redirects a path with a slash too many to the one spelling that rules by path know; React Router would open both. It
 * distinguishes upper and lower case, and Hono decodes a path before it compares.
 */
export const redirectOtherSpellings: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const canonical = pathname.replaceAll(/[/\\]+/g, "/").replace(/(?<=.)\/$/, "");
  if (canonical === pathname) return next();
  return c.redirect(localPath(canonical + search, currentLanguage()), 308);
};
