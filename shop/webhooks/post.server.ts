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
} from "./targets.server.ts";

/** How much of an answer is kept, in bytes. */
const RESPONSE_MAX = 2048;

/** What came back: a status, or why there is none. */
export interface Answer {
  status: number | null;
  response: string | null;
  error: string | null;
  durationMs: number;
}

export interface PostOptions {
  policy: TargetPolicy;
  /** How long all of it may take. */
  timeoutMs: number;
  resolve?: Resolve | undefined;
  /** Ends it, whatever comes of it: the shop is closing. */
  signal?: AbortSignal | undefined;
}

/** Sends a body to a URL, over a connection of its own. Redirects are not followed: nobody has checked where to. */
export async function post(
  url: string,
  message: { body: string; headers: Record<string, string> },
  options: PostOptions,
): Promise<Answer> {
  const { policy, timeoutMs, resolve, signal } = options;
  const began = performance.now();
  const answer = (what: Omit<Answer, "durationMs">) => ({
    ...what,
    durationMs: Math.round(performance.now() - began),
  });
  const failed = (error: string) => answer({ status: null, response: null, error });
  // For an address that is written out nothing is looked up.
  if (!policy.allowPrivate && isIP(hostOf(url)) && isInside(hostOf(url)))
    return failed(LEADS_INSIDE);
  if (policy.httpsOnly && !url.startsWith("https:")) return failed("Only https is allowed");

  const { promise, resolve: done } = Promise.withResolvers<Answer>();
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const sent = request(url, {
    method: "POST",
    // One that is kept open could have been opened before its name came to lead elsewhere.
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
  // Once there is a status, that is the answer; what is said beside it may be cut short.
  sent.on("error", (error) => (finish ? finish() : done(failed(reasonOf(error)))));
  // Last of all, and alone where a receiver wants to speak another protocol (101).
  sent.on("close", () => done(failed("The connection was closed without an answer")));
  sent.on("response", (incoming) => {
    const chunks: Buffer[] = [];
    let size = 0;
    finish = () => {
      const response = textIn(Buffer.concat(chunks).subarray(0, RESPONSE_MAX));
      done(answer({ status: incoming.statusCode ?? null, response, error: null }));
    };
    incoming.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= RESPONSE_MAX) finish?.();
    });
    for (const event of ["end", "error", "close"]) incoming.on(event, finish);
  });
  sent.end(message.body);
  const result = await promise;
  clearTimeout(timer);
  sent.destroy();
  return result;
}

/** Text that the database can keep: bytes that are none, and NUL, become U+FFFD. */
function textIn(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll("\0", "\uFFFD");
}

function reasonOf(error: Error): string {
  // When no address of a name answers, the errors are inside, and the message is empty.
  if (error instanceof AggregateError) return reasonOf(error.errors[0] as Error);
  return error.message || error.name;
}
