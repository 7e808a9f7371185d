/**
 * Caches the value of the latest version: a call with the same version returns the cached value, and concurrent calls
 * share one read. The value may be newer than the version it was requested for, but never older, provided that no
 * version occurs twice. A read that fails is not cached.
 */
export function versionedCache<Value, Args extends unknown[]>(
  read: (...args: Args) => Promise<Value>,
): (version: string, ...args: Args) => Promise<Value> {
  let cached: { version: string; value: Promise<Value> } | null = null;

  return (version, ...args) => {
    if (cached?.version === version) return cached.value;
    const entry = { version, value: read(...args) };
    cached = entry;
    entry.value.catch(() => {
      if (cached === entry) cached = null;
    });
    return entry.value;
  };
}

/**
 * Coalesces concurrent reads: calls made while a read is running share the next one. Every caller so gets the result
 * of a read that started after the call, and sees its own writes.
 */
export function coalesce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | null = null;

  async function readNext(): Promise<Value> {
    await running;
    next = null;
    const reading = read();
    running = reading.catch(() => undefined);
    return reading;
  }
  return () => (next ??= readNext());
}
