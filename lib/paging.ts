/** A page of a list that is read by keys: it begins after an item, or ends before one. */
export interface Cursor<Key> {
  side: "after" | "before";
  key: Key;
}

export interface Page<Key> {
  keys: Key[];
  previous: Cursor<Key> | null;
  next: Cursor<Key> | null;
}

/** The keys that follow `after` in a list, or come before it with `backwards`, nearest first. */
export type TakeKeys<Key> = (taking: {
  after: Key | null;
  backwards: boolean;
  limit: number;
}) => Promise<Key[]>;

/**
 * The page at a cursor, and the ways to its neighbours. Where there is less than a page before an item, or
 * nothing after it (it may be gone), the list begins anew.
 */
export async function pageAt<Key>(
  take: TakeKeys<Key>,
  cursor: Cursor<Key> | null,
  perPage: number,
): Promise<Page<Key>> {
  const limit = perPage + 1;
  if (cursor?.side === "before") {
    const found = await take({ after: cursor.key, backwards: true, limit });
    if (found.length === limit) return page(found.slice(0, perPage).toReversed(), true, true);
  }
  if (cursor?.side === "after") {
    const found = await take({ after: cursor.key, backwards: false, limit });
    if (found.length > 0) return page(found.slice(0, perPage), true, found.length === limit);
  }
  const found = await take({ after: null, backwards: false, limit });
  return page(found.slice(0, perPage), false, found.length === limit);
}

function page<Key>(keys: Key[], hasPrevious: boolean, hasNext: boolean): Page<Key> {
  const [first] = keys;
  const last = keys.at(-1);
  return {
    keys,
    previous: hasPrevious && first !== undefined ? { side: "before", key: first } : null,
    next: hasNext && last !== undefined ? { side: "after", key: last } : null,
  };
}
