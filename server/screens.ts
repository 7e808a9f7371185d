import type { Context } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import {
  clientAddressContext,
  nonceContext,
  servicesContext,
  type ShopServices,
  unreachableContext,
  requestContext,
} from "#app/context.ts";
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
  const mode = typeof build === "function" ? "development" : "production";
  const handle = createRequestHandler(build, mode);
  return async (c) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(nonceContext, c.get("secureHeadersNonce") ?? "");
    context.set(clientAddressContext, c.get("clientAddress"));
    context.set(requestContext, c.get("request"));
    const { raw } = c.req;
    const response = await handle(raw, context);
    // Set by `handleError`.
    if (response.status !== 500 || !context.get(unreachableContext)) return response;
    const { url, headers, signal } = raw;
    const unreachable = await handle(new Request(url, { headers, signal }), context);
    unreachable.headers.set("retry-after", RETRY_SECONDS);
    return unreachable;
  };
}
