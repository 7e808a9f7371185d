import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { splitPath } from "#messages/languages.ts";
import { screenOf } from "#messages/screens.ts";
import { isConnectionError } from "#db/errors.ts";
import { browserCatalog } from "#messages/catalogs.server.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { busyPage } from "./busy-page.ts";
import {
  busyContext,
  nonceContext,
  unreachableContext,
  NonceContext,
  requestContext,
} from "./context.ts";
import { FailedDocument } from "./hydration/failed-request.ts";
import { SentDocument } from "./hydration/static-page.ts";

/**
 * Renders a page to HTML. It is sent when it is complete, since its loaders have ended before: the status is then known,
 * and an error while rendering is answered with 500.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  routerContext: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  const busy = routerContext.get(busyContext);
  if (busy) return new Response(busyPage(busy, new URL(request.url)), { status, headers });
  let responseStatus = status;
  const nonce = routerContext.get(nonceContext);
  const { id, log } = routerContext.get(requestContext);
  const sent = {
    isPlain: request.method === "GET" && status === 200,
    checkoutFiles: filesOf(entryContext, checkoutRoutes),
    ownFiles: filesOf(
      entryContext,
      entryContext.staticHandlerContext.matches.map(({ route }) => route.id),
    ),
    textsPath: browserCatalog(
      currentLanguage(),
      screenOf(splitPath(new URL(request.url).pathname).path),
    ).path,
  };
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <FailedDocument value={status >= 500 ? id : null}>
        <SentDocument value={sent}>
          <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
        </SentDocument>
      </FailedDocument>
    </NonceContext>,
    {
      nonce,
      onError(error) {
        responseStatus = 500;
        if (!request.signal.aborted) log("page rendering failed", error);
      },
    },
  );
  await body.allReady;
  return new Response(body, { status: responseStatus, headers });
}

const checkoutRoutes = ["root", "routes/shop/layout/route", "routes/shop/checkout/route"];

/** Returns the paths of the scripts that a page of these routes loads. */
function filesOf({ manifest: { entry, routes } }: EntryContext, ids: readonly string[]): string[] {
  const modules = [entry, ...ids.map((id) => routes[id])];
  return [
    ...new Set(modules.flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : []))),
  ];
}

/**
 * Logs unexpected errors of loaders and actions. A lost database is also noted in the context, for the server to answer
 * with 503. Responses below 500 and errors of aborted requests are not logged.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isConnectionError(error)) context.set(unreachableContext, true);
  // The 503 of `refuseUnreachable` follows an error that was logged before it.
  if (!isRouteErrorResponse(error)) context.get(requestContext).log("page request failed", error);
}
