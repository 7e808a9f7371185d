import type { Context } from "hono";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import {
  clientAddressContext,
  nonceContext,
  servicesContext,
  type ShopServices,
  unreachableContext,
  requestContext,
} from "#app/context.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { type Language, pathIn, splitAddress } from "#messages/languages.ts";
import type { AppEnv } from "./requests.ts";

/** The `Retry-After` of a 503. */
export const RETRY_SECONDS = "5";

/**
 * Returns the handler that renders the pages of `app/`. A response that failed with 500 because the database is lost
 * is replaced by the 503 page, which reloads itself.
 */
export function renderScreens(
  services: ShopServices,
  build: ServerBuild | (() => Promise<ServerBuild>),
): (c: Context<AppEnv>) => Promise<Response> {
  const handlers = new Map<Language, RequestHandler>();
  return async (c) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(nonceContext, c.get("secureHeadersNonce") ?? "");
    context.set(clientAddressContext, c.get("clientAddress"));
    context.set(requestContext, c.get("request"));
    const language = currentLanguage();
    const handle = handlers.get(language) ?? handlerIn(language, build);
    handlers.set(language, handle);
    const raw = language === "en" ? c.req.raw : withPrefix(c.req.raw, language);
    const response = inLanguageOf(language, await handle(raw, context));
    // Set by `handleError`.
    if (response.status !== 500 || !context.get(unreachableContext)) return response;
    const { url, headers, signal } = raw;
    const unreachable = await handle(new Request(url, { headers, signal }), context);
    unreachable.headers.set("retry-after", RETRY_SECONDS);
    return unreachable;
  };
}

/** Returns the handler of the pages whose addresses begin with the prefix of this language, which links then have, too. */
function handlerIn(
  language: Language,
  build: ServerBuild | (() => Promise<ServerBuild>),
): RequestHandler {
  // Without the slash, the router would not recognise a redirect to the home page with a query as one of its own.
  const basename = pathIn(language, "/");
  return typeof build === "function"
    ? createRequestHandler(async () => ({ ...(await build()), basename }), "development")
    : createRequestHandler({ ...build, basename }, "production");
}

/** Leads a redirect to the page in this language: React Router adds the prefix for loaders and actions, not for middleware. */
function inLanguageOf(language: Language, response: Response): Response {
  const location = response.headers.get("location");
  if (!location?.startsWith("/")) return response;
  const { language: named, path } = splitAddress(location);
  response.headers.set("location", pathIn(named === "en" ? language : named, path));
  return response;
}

function withPrefix(request: Request, language: Language): Request {
  const url = new URL(request.url);
  url.pathname = pathIn(language, url.pathname);
  return new Request(url, request);
}
