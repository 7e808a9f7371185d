import { setImmediate } from "node:timers/promises";

/** What was found in a part of a list, and the row after which the next part begins; null where the list ended. */
export interface Slice<Row> {
  found: Row[];
  next: Row | null;
}

/** A row that was looked at; `isLast` if the slice ends with it, and not the list. */
export type Looked<Row> = Row & { hit: boolean; isLast: boolean };

/** The hits of a slice and the row that ends it, in order and no more than `limit`, as a slice. */
export function sliceOf<Row>(looked: readonly Looked<Row>[], limit: number): Slice<Row> {
  const last = looked.at(-1);
  return {
    found: looked.filter(({ hit }) => hit),
    next: last && (last.isLast || looked.length === limit) ? last : null,
  };
}

/**
 * Walks on along a list after its first slice, until `limit` rows are found or the list ends. Each slice is a
 * statement of its own, and between two of them it is everybody else's turn: the embedded database keeps all others
 * waiting while it answers. Rejects before the next slice when the signal says that nobody waits any more.
 */
export async function walkOn<Row>(
  first: Slice<Row>,
  options: {
    look: (after: Row, limit: number) => Promise<Slice<Row>>;
    keyOf: (row: Row) => string;
    limit: number;
    signal?: AbortSignal | undefined;
  },
): Promise<Row[]> {
  const { look, keyOf, limit, signal } = options;
  const found = new Map<string, Row>();
  let { found: rows, next } = first;
  for (;;) {
    for (const row of rows) {
      // One that was changed meanwhile may come a second time: it is where it is now.
      found.delete(keyOf(row));
      found.set(keyOf(row), row);
    }
    if (next === null || found.size >= limit) return [...found.values()];
    await setImmediate();
    signal?.throwIfAborted();
    ({ found: rows, next } = await look(next, limit - found.size));
  }
}
