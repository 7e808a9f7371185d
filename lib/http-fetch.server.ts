import { jsonDepth, httpErrorText, MAX_JSON_DEPTH } from "./http-body.ts";
import type { HttpClient, HttpError } from "./http-client.server.ts";

const NO_BODY = [204, 205, 304];
const UNSUITABLE = ["content-encoding", "content-length", "transfer-encoding", "connection"];

/** What `fetch` throws when the client has no usable response. */
export class FetchError extends TypeError {
  readonly httpError: HttpError;
  constructor(error: HttpError) {
    super(httpErrorText(error));
    this.name = "FetchError";
    this.httpError = error;
  }
}

/** Replaces the global `fetch`, for libraries that take no other one. Returns a function that restores it. */
export function limitGlobalFetch(client: HttpClient): () => void {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = fetchThrough(client);
  return () => {
    globalThis.fetch = plainFetch;
  };
}

/**
 * Returns a `fetch` that sends through the client, for libraries that take one. Redirects are never followed: with
 * `redirect: "manual"` they are returned, otherwise they fail. Addresses without a host, such as `data:`, are not sent.
 */
export function fetchThrough(client: HttpClient): typeof globalThis.fetch {
  const plainFetch = globalThis.fetch;
  return async (input, init) => {
    const request = new Request(input, init);
    if (!/^https?:/.test(request.url)) return plainFetch(request);
    const sent = await client(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(request.body && { body: new Uint8Array(await request.arrayBuffer()) }),
      signal: request.signal,
    });
    // The caller's own error, as `fetch` has it.
    request.signal.throwIfAborted();
    if (!sent.ok) throw new FetchError(sent.error);
    const { host, status, headers, body } = sent.value;
    if (status >= 300 && status < 400 && status !== 304 && request.redirect !== "manual")
      throw new FetchError({ host, reason: "redirect", detail: `a redirect (status ${status})` });
    if (jsonDepth(body.toString()) > MAX_JSON_DEPTH) {
      const detail = `JSON that is nested deeper than ${MAX_JSON_DEPTH}`;
      throw new FetchError({ host, reason: "depth", detail });
    }
    const responseHeaders = new Headers();
    for (const [name, value] of Object.entries(headers))
      for (const one of [value ?? []].flat())
        if (!UNSUITABLE.includes(name)) responseHeaders.append(name, one);
    return new Response(NO_BODY.includes(status) ? null : new Uint8Array(body), {
      status,
      headers: responseHeaders,
    });
  };
}
