import { isIP } from "node:net";
import { createHttpClient } from "#lib/http-client.server.ts";
import {
  guardedLookup,
  hostOf,
  isPrivateAddress,
  PRIVATE_ADDRESS,
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
  /** The seconds in the header `Retry-After` (RFC 9110, 10.2.3); null without it. */
  retryAfter: number | null;
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
  message: { body: string | Uint8Array; headers: Record<string, string> },
  options: PostOptions,
): Promise<PostResult> {
  const { policy, timeoutMs, resolve, signal } = options;
  const began = performance.now();
  const result = (outcome: Omit<PostResult, "durationMs">) => ({
    ...outcome,
    durationMs: Math.round(performance.now() - began),
  });
  const failed = (error: string) =>
    result({ status: null, response: null, error, retryAfter: null });
  if (policy.reachesNobody)
    return failed("This sandbox has the data of a live shop, and sends nothing");
  // A literal IP address never reaches `guardedLookup`.
  if (!policy.allowPrivate && isIP(hostOf(url)) && isPrivateAddress(hostOf(url)))
    return failed(PRIVATE_ADDRESS);
  if (policy.httpsOnly && !url.startsWith("https:")) return failed("Only https is allowed");

  const send = createHttpClient({
    timeoutMs,
    maxBytes: RESPONSE_MAX,
    // Once there is a status, the attempt counts by it, even if the body is incomplete.
    acceptsPartialBody: true,
    ...(!policy.allowPrivate && { lookup: guardedLookup(resolve) }),
  });
  const sent = await send(url, { method: "POST", ...message, signal });
  if (!sent.ok) return failed(capitalized(sent.error.detail));
  const { status, headers, body: response } = sent.value;
  const retryAfter = secondsIn(headers["retry-after"]);
  return result({ status, response: textIn(response), error: null, retryAfter });
}

/** Reads seconds; dates, the other form of the header, are rare and ignored. */
function secondsIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Decodes text for the database: invalid UTF-8 and NUL become U+FFFD. */
function textIn(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll("\0", "\uFFFD");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
