import { Hono, type MiddlewareHandler } from "hono";
import { createCookie } from "react-router";
import { safeNext } from "#app/session.server.ts";
import { browserCatalog } from "#messages/catalogs.server.ts";
import { currentLanguage, inLanguage } from "#messages/current.server.ts";
import {
  isLanguage,
  type Language,
  languages,
  pathIn,
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
const chosenLanguage = createCookie("satchel_language", {
  path: "/",
  sameSite: "lax",
  httpOnly: true,
  maxAge: (365 * DAY_MS) / SECOND_MS,
});

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
        headers: { location: pathIn(language, "/") + url.search },
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
function leadToLanguage(readDefault: ReadDefaultLanguage): MiddlewareHandler {
  return async (c, next) => {
    const { path } = c.req;
    const { search } = new URL(c.req.url);
    if (currentLanguage() !== "en")
      return withoutLanguage.test(path) ? c.redirect(path + search) : next();
    const wanted = await wantedLanguage(c.req.raw, readDefault);
    if (wanted === "en") return next();
    c.header("vary", "Accept-Language, Cookie");
    return c.redirect(pathIn(wanted, path) + search);
  };
}

/** Returns the language for a page that is opened at an address without a prefix. */
export async function wantedLanguage(
  { method, url, headers }: Request,
  readDefault: ReadDefaultLanguage,
): Promise<Language> {
  const opensPage = method === "GET" && headers.get("sec-fetch-dest") === "document";
  if (!opensPage || withoutLanguage.test(new URL(url).pathname)) return "en";
  const chosen: unknown = await chosenLanguage.parse(headers.get("cookie"));
  if (typeof chosen === "string" && isLanguage(chosen)) return chosen;
  return preferredLanguage(headers.get("accept-language")) ?? readDefault();
}

/** Remembers the language that is chosen in the menu, and leads back to the page in it. */
const chooseLanguage: MiddlewareHandler = async (c) => {
  const to = c.req.query("to") ?? "";
  const language = isLanguage(to) ? to : "en";
  const next = new URL(safeNext(c.req.query("next")), "http://shop");
  c.header("set-cookie", await chosenLanguage.serialize(language));
  return c.redirect(`${pathIn(language, splitPath(next.pathname).path)}${next.search}`);
};

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
export function languageRoutes(readDefault: ReadDefaultLanguage): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/language", chooseLanguage)
    .get("/currency", chooseCurrency)
    .use(leadToLanguage(readDefault))
    .get("/messages/:name", sendTexts);
}
