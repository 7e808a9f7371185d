import { Hono, type MiddlewareHandler } from "hono";
import { shopCookie } from "#app/shop-cookie.server.ts";
import { browserCatalog } from "#messages/catalogs.server.ts";
import { currentLanguage, inLanguage } from "#messages/current.server.ts";
import {
  isLanguage,
  type Language,
  languages,
  localPath,
  preferredLanguage,
  splitPath,
} from "#messages/languages.ts";
import { readTextsPath } from "#messages/screens.ts";
import { DAY_MS, SECOND_MS } from "#lib/time.ts";
import type { ShopCache } from "#shop/catalog/shop-cache.server.ts";
import { chooseCurrency } from "./currencies.ts";
import type { Handler } from "./listen.ts";
import type { AppEnv } from "./requests.ts";

/** Pages that are in English only, and what is no page. */
const withoutLanguage =
  /^\/(?:admin|api|assets|currency|language|live|messages|payment-messages|sandbox)(?:[/.]|$)|\.(?:txt|xml|webmanifest)$/;

/** The language that the buyer has chosen in the menu. */
const languageCookie = shopCookie("satchel_language", (365 * DAY_MS) / SECOND_MS);

/**
 * Wraps `handle`: a path with the prefix of a language is handled without it, in that language, so that the rules of the
 * server know only paths without one.
 */
export function inLanguageOfPath(handle: Handler): Handler {
  return (request, bindings) => {
    const url = new URL(request.url);
    const { language, path } = splitPath(url.pathname);
    if (language === "en") return handle(request, bindings);
    if (url.pathname === languages[language].prefix)
      return new Response(null, {
        status: 302,
        headers: { location: localPath(`/${url.search}`, language) },
      });
    url.pathname = path;
    return inLanguage(language, () => handle(new Request(url, request), bindings));
  };
}

/** Returns the language that the owner chose for buyers who say none. */
export type ReadDefaultLanguage = () => Promise<Language>;

/** Returns that language from the cached settings; English where they cannot be read, so that the page says why. */
export function defaultLanguageOf(cache: ShopCache): ReadDefaultLanguage {
  return async () => {
    try {
      return (await cache.settings(await cache.version())).defaultLanguage;
    } catch {
      return "en";
    }
  };
}

/**
 * Leads a page that is opened without a prefix to the language that the buyer chose, or else the browser prefers, or else
 * the owner chose; and from a prefix to what has no languages, such as the back office.
 */
function leadToLanguage(readWanted: ReadWantedLanguage): MiddlewareHandler {
  return async (c, next) => {
    // Hono decodes `c.req.path`.
    const { pathname, search } = new URL(c.req.url);
    if (currentLanguage() !== "en")
      return withoutLanguage.test(pathname) ? c.redirect(localPath(pathname + search)) : next();
    const wanted = await readWanted(c.req.raw);
    if (wanted === "en") return next();
    c.header("vary", "Accept-Language, Cookie");
    return c.redirect(localPath(pathname + search, wanted));
  };
}

/** Returns the language for a page that is opened at an address without a prefix. */
export type ReadWantedLanguage = (request: Request) => Promise<Language>;

/** Returns the reader of the language that a buyer chose, or else the browser prefers, or else the owner chose. */
export function wantedLanguageOf(
  readDefault: ReadDefaultLanguage,
  secure: boolean,
): ReadWantedLanguage {
  const cookie = languageCookie({ secure });
  return async ({ method, url, headers }) => {
    const opensPage = method === "GET" && headers.get("sec-fetch-dest") === "document";
    if (!opensPage || withoutLanguage.test(new URL(url).pathname)) return "en";
    const chosen: unknown = await cookie.parse(headers.get("cookie"));
    if (typeof chosen === "string" && isLanguage(chosen)) return chosen;
    return preferredLanguage(headers.get("accept-language")) ?? readDefault();
  };
}

/** Remembers the language that is chosen in the menu, and leads back to the page in it. */
function chooseLanguage(secure: boolean): MiddlewareHandler {
  return async (c) => {
    const to = c.req.query("to") ?? "";
    const language = isLanguage(to) ? to : "en";
    c.header("set-cookie", await languageCookie({ secure }).serialize(language));
    return c.redirect(localPath(c.req.query("next") ?? "/", language));
  };
}

/** Responds with texts of a language, which pages load before they are hydrated. */
const sendTexts: MiddlewareHandler = async (c) => {
  const named = readTextsPath(c.req.path);
  if (!named) return c.notFound();
  const { path, json } = browserCatalog(named.language, named.screen);
  // A page of an earlier version asks for its own; it gets those of this one.
  const isCurrent = c.req.path === path;
  c.header("cache-control", isCurrent ? "public, max-age=31536000, immutable" : "no-store");
  c.header("content-type", "application/json; charset=utf-8");
  return c.body(json);
};

/** The choices of language and currency, the lead of pages to their language, and the texts of each. */
export function languageRoutes(readWanted: ReadWantedLanguage, secure: boolean): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/language", chooseLanguage(secure))
    .get("/currency", chooseCurrency(secure))
    .use(leadToLanguage(readWanted))
    .get("/messages/:name", sendTexts);
}
