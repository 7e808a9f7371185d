import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import {
  clientAddressContext,
  nonceContext,
  pageContext,
  servicesContext,
  type ShopServices,
  unreachableContext,
} from "#app/context.ts";
import { requestContext } from "#app/request.ts";
import { takesGzip } from "./encodings.ts";
import type { AppEnv } from "./requests.ts";

const compress = promisify(gzip);

export const RETRY_SECONDS = "5";

/**
 * Answers with the screens of `app/`. A screen that broke because the database is gone becomes a 503 that says so,
 * and comes back by itself; of what was posted then nothing was confirmed to anybody.
 */
export function answerWithScreens(
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
    // `handleError` has seen why.
    if (response.status !== 500 || !context.get(unreachableContext))
      return withPage(response, raw, context);
    const { url, headers, signal } = raw;
    const unreachable = await handle(new Request(url, { headers, signal }), context);
    unreachable.headers.set("retry-after", RETRY_SECONDS);
    return withPage(unreachable, raw, context);
  };
}

/** The answer with its page, compressed for who takes that; one that has none as it is. */
async function withPage(
  answer: Response,
  request: Request,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageContext);
  if (page?.answer !== answer) return answer;
  const { status, headers } = answer;
  headers.append("vary", "Accept-Encoding");
  if (!takesGzip(request.headers)) return new Response(page.html, { status, headers });
  headers.set("content-encoding", "gzip");
  const body = page.gzipped?.() ?? (await compress(page.html));
  return new Response(body, { status, headers });
}
