import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";

/** Pages, and the data of React Router's client navigations. Live streams and exports are neither. */
const PAGE_TYPE = /^text\/(html|x-script)\b/;
/** Below this, a response fits into one packet anyway. */
const MIN_BYTES = 1024;
const compress = promisify(gzip);

/**
 * Sends pages as a whole, compressed if the client accepts gzip and they are not small. They are complete before they are
 * sent, and a stream for each would cost more than their compression.
 */
export const compressPages: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const { headers, status } = res;
  if (!res.body || c.req.method === "HEAD" || !PAGE_TYPE.test(headers.get("content-type") ?? ""))
    return;
  headers.append("vary", "Accept-Encoding");
  let body = new Uint8Array(await res.arrayBuffer());
  if (body.length >= MIN_BYTES && acceptsGzip(c.req.raw.headers)) {
    body = new Uint8Array(await compress(body));
    headers.set("content-encoding", "gzip");
  }
  headers.set("content-length", String(body.length));
  // Otherwise Hono would copy the body into a stream.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
};

/** Returns whether a client accepts gzip (RFC 9110, section 12.5.3). */
export function acceptsGzip(headers: Headers): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers.get("accept-encoding") ?? "");
}
