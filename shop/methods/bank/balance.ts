/** A row as far as the balance is concerned, in hundredths; null where a cell is blank or unreadable. */
export interface BalanceRow {
  cents: number | null;
  balance: number | null;
  /** `YYYY-MM-DD`. */
  day: string | null;
}

/**
 * Returns by how much each row moved the balance; null where there is no other balance to compare with. Rows ascend or
 * descend as their first and last day do, else in the only order in which amounts fit; without one, nothing is known.
 */
export function movements(rows: readonly BalanceRow[]): (number | null)[] {
  const days = rows.flatMap(({ day }) => day ?? []);
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const orders = first === last ? ([-1, 1] as const) : ([first < last ? -1 : 1] as const);
  const [best = [], other] = orders
    .map((step) => movedBy(rows, step))
    .toSorted((a, b) => fitting(b, rows) - fitting(a, rows));
  if (!other || fitting(best, rows) > fitting(other, rows)) return best;
  // Both orders fit as well: only rows that break both are known to break.
  return best.map((by, at) => (fits(by, rows[at]) || fits(other[at], rows[at]) ? null : by));
}

/** Returns the number of rows whose amount is the movement of the balance. */
export function fitting(moved: readonly (number | null)[], rows: readonly BalanceRow[]): number {
  return moved.filter((by, at) => fits(by, rows[at])).length;
}

/** True if the balance moved by the amount of the row, in whichever direction. */
export function fits(moved: number | null | undefined, row: BalanceRow | undefined): boolean {
  return moved !== null && moved !== 0 && Math.abs(moved ?? 0) === Math.abs(row?.cents ?? 0);
}

/** Compares each balance with that of the row before (`step` -1) or after it. */
function movedBy(rows: readonly BalanceRow[], step: -1 | 1): (number | null)[] {
  const known = rows.flatMap(({ cents, balance }, at) =>
    cents === null || balance === null ? [] : [{ at, balance }],
  );
  const moved = rows.map((): number | null => null);
  for (const [index, { at, balance }] of known.entries()) {
    const beside = known[index + step];
    if (beside) moved[at] = balance - beside.balance;
  }
  return moved;
}
