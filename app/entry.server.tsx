import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { nonceContext } from "./context.ts";
import { FailedDocument } from "./failed-request.ts";
import { NonceContext } from "./nonce.ts";
import { requestContext } from "./request.ts";

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
  const { id, log } = routerContext.get(requestContext);
  const stream = await renderToReadableStream(
    <NonceContext value={nonce}>
      <FailedDocument value={status >= 500 ? id : null}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </FailedDocument>
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      onError(error: unknown) {
        responseStatus = 500;
        if (!request.signal.aborted) log("a page could not be drawn", error);
      },
    },
  );
  if (isbot(request.headers.get("user-agent"))) await stream.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stream, { status: responseStatus, headers });
}

/** Tells accidents to the log. An address that does not exist, or a reader who left, is none. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(requestContext).log("a page failed", error);
}
