import { createHttpClient } from "#lib/http-client.server.ts";

const REQUEST_MS = 8000;
const TOTAL_MS = 12_000;
const MAX_DETAIL_LENGTH = 300;

/** The client for all requests to payment providers. Redirects are not followed. */
export const providerClient = createHttpClient({ timeoutMs: REQUEST_MS });

/** Returns a signal that ends a call with all its requests: with the caller's, and at the latest after 12 seconds. */
export function endOfCall(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(TOTAL_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/**
 * Removes keys and email addresses from a provider's error text, so that it can be logged and shown to the owner.
 * Providers may quote what they were sent.
 */
export function redactDetail(detail: string): string {
  return detail
    .replaceAll(/\b(?:[srp]k|whsec)_\w+(?:\*+\w*)?/g, "(a key)")
    .replaceAll(/[^\s"'<>()]+@[^\s"'<>()]+/g, "(an address)")
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_DETAIL_LENGTH);
}
