const ROWS_AT_A_TIME = 500;

/** Inserts many rows, as many at a time as a statement can take. */
export async function inParts<T>(rows: readonly T[], insert: (part: T[]) => PromiseLike<unknown>) {
  for (let i = 0; i < rows.length; i += ROWS_AT_A_TIME)
    await insert(rows.slice(i, i + ROWS_AT_A_TIME));
}
