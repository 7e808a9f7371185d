/** A row as far as the balance is concerned, in hundredths; null where a cell is blank or unreadable. */
export interface BalanceRow {
  cents: number | null;
  balance: number | null;
  /** `YYYY-MM-DD`. */
  day: string | null;
}

/** What the balance says of a row: where its money went, that it does not fit its amount, or nothing. */
export type Moved = "in" | "out" | "unfit" | null;

/** More sums than these of rows without a balance say nothing. */
const SUMS_MAX = 1000;

/**
 * Returns what the balances say of each row. They are believed only if all of them fit in one order of the rows and not in
 * the other; where all fit in both, if all dates go one way.
 */
export function movements(rows: readonly BalanceRow[]): Moved[] {
  const both = bothOrders(rows);
  const fitting = both.filter((moved) => !moved.includes("unfit") && moved.some(isProof));
  const [only, other] = fitting;
  if (only && !other) return only;
  const days = rows.flatMap(({ day }) => day ?? []);
  const runs = (step: 1 | -1) =>
    days[0] !== days.at(-1) &&
    days.every((day, at) => at === 0 || day.localeCompare(days[at - 1] ?? "") * step >= 0);
  const dated = both.find((_, at) => runs(at === 0 ? 1 : -1));
  if (dated) return other ? dated : dated.map((moved) => (isProof(moved) ? null : moved));
  return rows.map((_, at) => (both.every((moved) => moved[at] === "unfit") ? "unfit" : null));
}

/** Returns the share of the rows with two balances that fit them, in the better order. */
export function agreement(rows: readonly BalanceRow[]): number {
  const shares = bothOrders(rows).map(
    (moved) => moved.filter(isProof).length / Math.max(1, moved.filter(Boolean).length),
  );
  return Math.max(...shares);
}

export function isProof(moved: Moved): moved is "in" | "out" {
  return moved === "in" || moved === "out";
}

/** Reads the rows from the oldest to the newest, which may stand above or below. */
function bothOrders(rows: readonly BalanceRow[]): [Moved[], Moved[]] {
  return [movedIn(rows), movedIn(rows.toReversed()).toReversed()];
}

/**
 * Compares each balance with the one before. Of rows between that have none, any may have moved it, in either direction:
 * a row is proven only if its amount has one sign in every sum that fits.
 */
function movedIn(rows: readonly BalanceRow[]): Moved[] {
  let last: number | null = null;
  let sums = new Set([0]);
  return rows.map(({ cents, balance }): Moved => {
    if (balance === null) {
      if (cents !== null && sums.size <= SUMS_MAX)
        sums = new Set([...sums].flatMap((sum) => [sum, sum + cents, sum - cents]));
      return null;
    }
    const [by, between] = [last === null ? null : balance - last, sums];
    [last, sums] = [balance, new Set([0])];
    if (by === null || cents === null || between.size > SUMS_MAX) return null;
    const size = Math.abs(cents);
    const [only, other] = [size, -size, 0].filter((moved) => between.has(by - moved));
    if (other !== undefined) return null;
    return only ? (only > 0 ? "in" : "out") : "unfit";
  });
}
