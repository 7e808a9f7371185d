import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import {
  guardedLookup,
  hostOf,
  isInside,
  LEADS_INSIDE,
  type Resolve,
  type TargetPolicy,
} from "./ssrf-guard.server.ts";

/** How much of a response is stored, in bytes. */
const RESPONSE_MAX = 2048;

/** The outcome of a request: a status, or the reason why there is none. */
export interface PostResult {
  status: number | null;
  response: string | null;
  error: string | null;
  durationMs: number;
}

export interface PostOptions {
  policy: TargetPolicy;
  /** The timeout for the whole exchange. */
  timeoutMs: number;
  resolve?: Resolve | undefined;
  /** Aborts the request when the shop closes. */
  signal?: AbortSignal | undefined;
}

/** Posts a body to a URL over a new connection. Redirects are not followed, because their target is unchecked. */
export async function post(
  url: string,
  message: { body: string; headers: Record<string, string> },
  options: PostOptions,
): Promise<PostResult> {
  const { policy, timeoutMs, resolve, signal } = options;
  const began = performance.now();
  const result = (outcome: Omit<PostResult, "durationMs">) => ({
    ...outcome,
    durationMs: Math.round(performance.now() - began),
  });
  const failed = (error: string) => result({ status: null, response: null, error });
  // A literal IP address never reaches `guardedLookup`.
  if (!policy.allowPrivate && isIP(hostOf(url)) && isInside(hostOf(url)))
    return failed(LEADS_INSIDE);
  if (policy.httpsOnly && !url.startsWith("https:")) return failed("Only https is allowed");

  const { promise, resolve: done } = Promise.withResolvers<PostResult>();
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const sent = request(url, {
    method: "POST",
    // A pooled connection may have been opened before the name resolved to another address.
    agent: false,
    headers: { ...message.headers, "content-length": Buffer.byteLength(message.body) },
    ...(!policy.allowPrivate && { lookup: guardedLookup(resolve) }),
    ...(signal && { signal }),
  });
  const timer = setTimeout(
    () => sent.destroy(new Error(`No answer within ${timeoutMs / 1000} s`)),
    timeoutMs,
  );
  let finish: (() => void) | null = null;
  // Once there is a status, the attempt counts by it, even if the body is incomplete.
  sent.on("error", (error) => (finish ? finish() : done(failed(reasonOf(error)))));
  // For a protocol upgrade (101) this is the only event.
  sent.on("close", () => done(failed("The connection was closed without an answer")));
  sent.on("response", (incoming) => {
    const chunks: Buffer[] = [];
    let size = 0;
    finish = () => {
      const response = textIn(Buffer.concat(chunks).subarray(0, RESPONSE_MAX));
      done(result({ status: incoming.statusCode ?? null, response, error: null }));
    };
    incoming.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= RESPONSE_MAX) finish?.();
    });
    for (const event of ["end", "error", "close"]) incoming.on(event, finish);
  });
  sent.end(message.body);
  const outcome = await promise;
  clearTimeout(timer);
  sent.destroy();
  return outcome;
}

/** Decodes text for the database: invalid UTF-8 and NUL become U+FFFD. */
function textIn(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll("\0", "\uFFFD");
}

function reasonOf(error: Error): string {
  // When every address of a name fails, the message is empty and the errors are inside.
  if (error instanceof AggregateError) return reasonOf(error.errors[0] as Error);
  return error.message || error.name;
}
