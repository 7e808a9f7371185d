import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { type Duplex, pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { type Result, err, ok } from "./result.ts";

/** What a response may have at most, in bytes, before and after decompression. */
export const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

export interface HttpClientOptions {
  /** The timeout for everything: connecting, all redirects and the whole body. */
  timeoutMs: number;
  maxBytes?: number;
  /** How many redirects of a GET are followed. By default none: the response is returned as it is. */
  maxRedirects?: number;
  /** Returns the start of a body that is too long, broken or late, instead of an error. */
  acceptsPartialBody?: boolean;
  /** Reuses connections. A request over one that the server had closed is sent again, so it must bear to be sent twice. */
  keepAlive?: boolean;
  /** Resolves and checks names; the connection goes to the address that it returns. */
  lookup?: LookupFunction;
}

interface HttpRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  /** The only certificates (PEM) that are trusted, instead of the public authorities. */
  ca?: string | undefined;
}

/** A complete response, its body decompressed. */
export interface HttpResponse {
  /** The host with its port, for messages. */
  host: string;
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export type HttpErrorReason =
  | "connection"
  | "timeout"
  | "aborted"
  | "too-large"
  | "encoding"
  | "redirect"
  | "status"
  | "content-type"
  | "json"
  | "depth";

/** Why a request has no usable response. `detail` says it in words, without the host. */
export interface HttpError {
  host: string;
  reason: HttpErrorReason;
  detail: string;
  /** For the reason "status". */
  status?: number;
}

/** Sends a request. Every status is a success; `okBody` and `readJson` (`http-body.ts`) check it. */
export type HttpClient = (
  url: string,
  request?: HttpRequest,
) => Promise<Result<HttpResponse, HttpError>>;

/** An expected error while a body is read. */
class BodyError extends Error {
  readonly reason: HttpErrorReason;
  constructor(reason: HttpErrorReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

const POOLED = { keepAlive: true, maxSockets: 128 };
const REDIRECTS = [301, 302, 303, 307, 308];
const PROTOCOLS = ["http:", "https:"];

/**
 * Returns a client for requests to other hosts, which limits bytes, time and redirects of each. Built on `node:http`,
 * because `fetch` cannot check the address that it connects to, and costs twice as much at thousands of requests a minute.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { timeoutMs, maxRedirects = 0 } = options;
  const agents = options.keepAlive
    ? { "http:": new http.Agent(POOLED), "https:": new https.Agent(POOLED) }
    : null;

  async function send(url: URL, request: HttpRequest, end: AbortSignal): Promise<HttpResponse> {
    const isSecure = url.protocol === "https:";
    const sent = (isSecure ? https : http).request(url, {
      method: request.method ?? "GET",
      headers: request.headers ?? {},
      agent: agents?.[isSecure ? "https:" : "http:"] ?? false,
      signal: end,
      ...(request.ca !== undefined && { ca: request.ca }),
      ...(options.lookup && { lookup: options.lookup }),
    });
    let hasResponse = false;
    try {
      const response = await responseTo(sent, request.body);
      hasResponse = true;
      const { statusCode: status = 0, headers } = response;
      return { host: url.host, status, headers, body: await readBody(response, options) };
    } catch (error) {
      // The server closed the idle connection as it was reused and has not seen the request.
      if (sent.reusedSocket && !hasResponse && codeOf(error) === "ECONNRESET")
        return send(url, request, end);
      sent.destroy();
      throw error;
    } finally {
      // Ends a body of which only the start was read.
      if (!agents) sent.destroy();
    }
  }

  return async (address, request = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const end = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
    let url = new URL(address);
    const failed = (reason: HttpErrorReason, detail: string) =>
      err({ host: url.host, reason, detail });
    try {
      for (let followed = 0; ; followed += 1) {
        const response = await send(url, request, end);
        const isFollowed = maxRedirects > 0 && (request.method ?? "GET") === "GET";
        const { location } = response.headers;
        if (!isFollowed || !REDIRECTS.includes(response.status) || location === undefined)
          return ok(response);
        if (followed === maxRedirects)
          return failed("redirect", `more than ${maxRedirects} redirects`);
        const target = redirectTarget(location, url);
        if (!target.ok) return failed("redirect", target.error);
        // Headers may hold credentials, which belong to the first host.
        if (target.value.origin !== url.origin) request = { ...request, headers: {} };
        url = target.value;
      }
    } catch (error) {
      if (timeout.aborted) return failed("timeout", `no answer within ${timeoutMs / 1000} s`);
      if (end.aborted) return failed("aborted", "the request was aborted");
      if (error instanceof BodyError) return failed(error.reason, error.message);
      if (error instanceof Error) return failed("connection", textOf(error));
      throw error;
    }
  };
}

/** Sends the request and returns the head of its response. */
function responseTo(
  sent: http.ClientRequest,
  body: HttpRequest["body"],
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  sent.on("response", resolve);
  sent.on("error", reject);
  // For a change to another protocol (101) this is the only event.
  sent.on("close", () => reject(new Error("the connection was closed without an answer")));
  if (body === undefined) sent.end();
  else sent.setHeader("content-length", Buffer.byteLength(body)).end(body);
  return promise;
}

async function readBody(
  response: http.IncomingMessage,
  { maxBytes = MAX_RESPONSE_BYTES, acceptsPartialBody = false }: HttpClientOptions,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    const decoded = decode(response, maxBytes);
    for await (const chunk of atMost(decoded, maxBytes)) chunks.push(chunk);
  } catch (error) {
    if (!acceptsPartialBody) throw error;
  }
  return Buffer.concat(chunks);
}

/** Decompresses the body (RFC 9110, 8.4), though the client never asks for compression. */
function decode(response: http.IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return response;
  const inflater = inflaterFor(encoding);
  if (!inflater) throw new BodyError("encoding", "a content encoding that is not supported");
  // The compressed bytes are counted too: compressed nothing has no end.
  const limited = Readable.from(atMost(response, maxBytes), { objectMode: false });
  // Errors arrive where the result is read.
  return pipeline(limited, inflater, () => undefined);
}

function inflaterFor(encoding: string): Duplex | null {
  if (encoding === "br") return createBrotliDecompress();
  return ["gzip", "x-gzip", "deflate"].includes(encoding) ? createUnzip() : null;
}

/** Yields the chunks, and fails after `maxBytes`. The last chunk is yielded before, cut to the limit. */
async function* atMost(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let room = maxBytes;
  for await (const chunk of source) {
    yield chunk.subarray(0, room);
    room -= chunk.length;
    if (room < 0) throw new BodyError("too-large", `a response of more than ${sizeText(maxBytes)}`);
  }
}

/** Returns where a redirect leads, or why it is not followed. */
export function redirectTarget(location: string, from: URL): Result<URL, string> {
  const target = URL.parse(location, from);
  if (!target) return err("a redirect to an invalid URL");
  if (!PROTOCOLS.includes(target.protocol)) return err(`a redirect to ${target.protocol}`);
  if (from.protocol === "https:" && target.protocol === "http:")
    return err("a redirect from https to http");
  return ok(target);
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes} bytes`;
}

function textOf(error: Error): string {
  // When every address of a name fails, the message is empty and the errors are inside.
  if (error instanceof AggregateError) return textOf(error.errors[0] as Error);
  return error.message || error.name;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
