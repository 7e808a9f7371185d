const BATCH_ROWS = 500;

/** Inserts rows in batches, because a statement takes at most 65,535 parameters. */
export async function insertInBatches<T>(
  rows: readonly T[],
  insert: (batch: T[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let i = 0; i < rows.length; i += BATCH_ROWS) await insert(rows.slice(i, i + BATCH_ROWS));
}
