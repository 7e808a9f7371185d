import { setImmediate } from "node:timers/promises";

/**
 * Reads for all who ask at the same time, each for a key of their own: one read after the other, and each answer is
 * of a read that began after it was asked for. So nobody is told anything older than they would have read themselves.
 */
export function batchedRead<Key, Value>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let running: Promise<unknown> = Promise.resolve();
  let next: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Value>> } | null = null;

  async function readNext(keys: Set<Key>): Promise<ReadonlyMap<Key, Value>> {
    await running;
    // Whatever else has arrived in this turn of the event loop asks first.
    await setImmediate();
    next = null;
    const reading = read([...keys]);
    running = reading.catch(() => undefined);
    return reading;
  }
  return async (key) => {
    if (!next) {
      const keys = new Set<Key>();
      next = { keys, answers: readNext(keys) };
    }
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}

/** Reads the same for all who ask at the same time, as `batchedRead` does. */
export function sharedRead<Value>(read: () => Promise<Value>): () => Promise<Value> {
  const answer = batchedRead(async () => new Map([[true, await read()]]));
  return async () => (await answer(true)) as Value;
}

/**
 * Reads for all who ask at the same time, once for each different question, as `batchedRead` does. A question is of
 * plain values, as JSON has them.
 */
export function sharedReadOf<Question, Value>(
  read: (question: Question) => Promise<Value>,
): (question: Question) => Promise<Value> {
  const answer = batchedRead(async (questions: string[]) => {
    const reading = questions.map((text) => [text, read(JSON.parse(text) as Question)] as const);
    // Who asked something else has nothing to do with a read that failed.
    await Promise.allSettled(reading.map(([, value]) => value));
    return new Map(reading);
  });
  return async (question) => (await answer(JSON.stringify(question))) as Value;
}
