/** Where a page begins (after an item) or ends (before one), for keyset pagination. */
export interface Cursor<Key> {
  side: "after" | "before";
  key: Key;
}

export interface Page<Key> {
  keys: Key[];
  previous: Cursor<Key> | null;
  next: Cursor<Key> | null;
}

/** Reads the keys that follow `after` in a list, or precede it with `backwards`, nearest first. */
export type TakeKeys<Key> = (taking: {
  after: Key | null;
  backwards: boolean;
  limit: number;
}) => Promise<Key[]>;

/**
 * Returns the page at a cursor, with the cursors of its neighbours. Returns the first page when less than a page
 * precedes the item, or nothing follows it.
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
