const MAX_DETAIL_LENGTH = 300;

/** Returns a signal that aborts with the caller's, and at the latest after `timeoutMs`. */
export function abortAfter(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
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
