import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isLostDatabase } from "#db/lost.ts";
import { nonceContext, unreachableContext } from "./context.ts";
import { NonceContext } from "./nonce.ts";

/** Renders a page; bots get it whole, browsers as soon as its shell is there. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  routerContext: RouterContextProvider,
): Promise<Response> {
  let responseStatus = status;
  const nonce = routerContext.get(nonceContext);
  const stream = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      onError(error: unknown) {
        responseStatus = 500;
        if (!request.signal.aborted) console.error(error);
      },
    },
  );
  if (isbot(request.headers.get("user-agent"))) await stream.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stream, { status: responseStatus, headers });
}

/**
 * Tells accidents to the log; that the database is gone is also told to the server, which answers accordingly. An
 * address that does not exist, or a reader who left, is none.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isLostDatabase(error)) context.set(unreachableContext, true);
  // Said by `refuseUnreachable`, after what it is about.
  if (!isRouteErrorResponse(error)) console.error(error);
}
