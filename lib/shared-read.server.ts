import { setImmediate } from "node:timers/promises";

/**
 * Reads for all who ask at the same time: one read after the other, and each answer is of a read that began after
 * it was asked for. So nobody is told anything older than they would have read themselves.
 */
export function sharedRead<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | null = null;

  async function readNext(): Promise<Value> {
    await running;
    // Whatever else has arrived in this turn of the event loop asks first.
    await setImmediate();
    next = null;
    const reading = read();
    running = reading.catch(() => undefined);
    return reading;
  }
  return () => (next ??= readNext());
}
