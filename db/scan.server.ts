import { setImmediate } from "node:timers/promises";

/** The matches in one page of a scan, and the row after which the next page begins; null at the end of the list. */
export interface ScanPage<Row> {
  found: Row[];
  next: Row | null;
}

/** A row of a scan; `hit` if it matches, `isLast` if the page ends with it, but not the list. */
export type ScannedRow<Row> = Row & { hit: boolean; isLast: boolean };

/** Returns the page of these rows: its hits and the row that ends it, in order and no more than `limit`. */
export function toScanPage<Row>(looked: readonly ScannedRow<Row>[], limit: number): ScanPage<Row> {
  const last = looked.at(-1);
  return {
    found: looked.filter(({ hit }) => hit),
    next: last && (last.isLast || looked.length === limit) ? last : null,
  };
}

/**
 * Continues the scan of a list after its first page, until `limit` rows are found or the list ends. Each page is a
 * query of its own, with a turn of the event loop in between, since the embedded database blocks other requests while
 * it answers. Rejects before the next page when `signal` is aborted.
 */
export async function continueScan<Row>(
  first: ScanPage<Row>,
  options: {
    scan: (after: Row, limit: number) => Promise<ScanPage<Row>>;
    keyOf: (row: Row) => string;
    limit: number;
    signal?: AbortSignal | undefined;
  },
): Promise<Row[]> {
  const { scan, keyOf, limit, signal } = options;
  const found = new Map<string, Row>();
  let { found: rows, next } = first;
  for (;;) {
    for (const row of rows) {
      // A row that was changed meanwhile may come a second time: its later place counts.
      found.delete(keyOf(row));
      found.set(keyOf(row), row);
    }
    if (next === null || found.size >= limit) return [...found.values()];
    await setImmediate();
    signal?.throwIfAborted();
    ({ found: rows, next } = await scan(next, limit - found.size));
  }
}
