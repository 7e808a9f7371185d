/** VAT computed once more, from the cells of the export of orders alone. */

/**
 * Returns the gross price and the VAT of a year, in cents, by "quarter country rate". Each order is computed with fractions
 * of whole numbers: VAT is gross * rate / (100 + rate), and half a cent is rounded up.
 */
export function vatFromExport(
  rows: readonly Record<string, string>[],
  year: number,
  timeZone: string,
): Map<string, { grossCents: number; vatCents: number }> {
  const sums = new Map<string, { grossCents: number; vatCents: number }>();
  for (const row of rows) {
    const rate = row["VAT (%)"] ?? "";
    const [day = ""] = new Date(row.Placed ?? "").toLocaleString("sv-SE", { timeZone }).split(" ");
    if (rate === "" || !day.startsWith(`${year}-`) || !isSale(row)) continue;
    const grossCents = cents(row["Amount (USD)"]) + cents(row["Credit (USD)"]);
    // Per cent in hundredths, and the fraction rounded by comparing the rest with its half.
    const part = Math.round(Number(rate) * 100);
    const [above, below] = [grossCents * part, 10_000 + part];
    const rest = above % below;
    const vatCents = (above - rest) / below + (rest * 2 >= below ? 1 : 0);
    if (vatCents !== cents(row["VAT (USD)"])) throw new Error(`${row["Order ID"]}: ${vatCents}`);
    const key = `${Math.ceil(Number(day.slice(5, 7)) / 3)} ${row.Country} ${rate}`;
    const sum = sums.get(key) ?? { grossCents: 0, vatCents: 0 };
    sums.set(key, {
      grossCents: sum.grossCents + grossCents,
      vatCents: sum.vatCents + vatCents,
    });
  }
  return sums;
}

/** An empty cell is no money. */
function cents(cell = ""): number {
  return Math.round(Number(cell) * 100);
}

function isSale(row: Record<string, string>): boolean {
  const payment = row["Payment status"] ?? "";
  if (row.Status === "rejected" || payment === "refunded") return false;
  return row.Status === "completed" || payment === "paid" || payment === "overpaid";
}
