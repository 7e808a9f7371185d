import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { renderToPipeableStream } from "react-dom/server";
import type { ReactNode } from "react";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isConnectionError } from "#db/errors.ts";
import { fillPage, gzipPage, type PageForm, pageForm } from "#lib/page-form.server.ts";
import { nonceContext, type PageAnswer, pageContext, unreachableContext } from "./context.ts";
import { FailedDocument } from "./failed-request.ts";
import { NonceContext } from "./nonce.ts";
import { requestContext } from "./request.ts";

/**
 * Pages by all that they were made of, so that nobody gets what they would not have got anyway: a page is a function of
 * its address and of what its loaders answered, or a browser could not take it over. See decision 030.
 */
const keptPages = new LRUCache<string, PageForm | "asked once">({
  maxSize: 4_000_000,
  sizeCalculation: (page, madeOf) => madeOf.length + (page === "asked once" ? 0 : page.html.length),
});

/**
 * Renders a page, which whoever asked React Router finds in the context, and answers without a body. It is the whole
 * of the page: its data is all there before, so sending it in parts would bring nobody anything earlier.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  routerContext: RouterContextProvider,
): Promise<Response> {
  let responseStatus = status;
  const nonce = routerContext.get(nonceContext);
  const { serverHandoffStream, ...context } = entryContext;
  const loaded = serverHandoffStream && (await text(serverHandoffStream));
  const madeOf =
    import.meta.env.PROD && nonce && loaded && request.method === "GET" && status === 200
      ? `${request.url}\n${loaded}`
      : null;
  const kept = madeOf && keptPages.get(madeOf);
  if (kept && kept !== "asked once") {
    const html = fillPage(kept, nonce);
    return answerWith({ html, gzipped: () => gzipPage(kept, nonce, html) });
  }
  const { id, log } = routerContext.get(requestContext);
  const html = await renderWhole(
    <NonceContext value={nonce}>
      <FailedDocument value={status >= 500 ? id : null}>
        <ServerRouter
          context={loaded ? { ...context, serverHandoffStream: streamOf(loaded) } : context}
          url={request.url}
          nonce={nonce}
        />
      </FailedDocument>
    </NonceContext>,
    nonce,
    (error) => {
      responseStatus = 500;
      if (!request.signal.aborted) log("a page could not be drawn", error);
    },
  );
  // Most are asked for once: these would only push out the others.
  if (madeOf && responseStatus === 200)
    keptPages.set(madeOf, kept ? pageForm(html, nonce) : "asked once");
  return answerWith({ html });

  function answerWith(page: Omit<PageAnswer, "answer">): Response {
    headers.set("content-type", "text/html; charset=utf-8");
    const answer = new Response(null, { status: responseStatus, headers });
    routerContext.set(pageContext, { answer, ...page });
    return answer;
  }
}

function streamOf(loaded: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(loaded));
      controller.close();
    },
  });
}

/** The page as it is in the end; rejects when not even its frame can be rendered. */
function renderWhole(
  page: ReactNode,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collect = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    collect.once("finish", () => resolve(Buffer.concat(chunks)));
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(collect),
      onShellError: reject,
      onError,
    });
  });
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
  if (isConnectionError(error)) context.set(unreachableContext, true);
  // Said by `refuseUnreachable`, after what it is about.
  if (!isRouteErrorResponse(error)) context.get(requestContext).log("a page failed", error);
}
