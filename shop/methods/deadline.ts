/** Ends when the caller gives up, and at the latest after `ms`. */
export function deadline(signal: AbortSignal | undefined, ms: number): AbortSignal {
  const end = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, end]) : end;
}
