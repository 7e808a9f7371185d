import { and, gt, min, sql } from "drizzle-orm";
import { type Db, startOfDay } from "#db/client.server.ts";
import { countryName } from "#lib/countries.ts";
import { saleEntries } from "../sales/tables.ts";
import { type NamedVatSum, NOT_GIVEN } from "./vat.ts";

/**
 * Sums the VAT of a year by quarter, country and rate, of what orders have kept. A sale counts in the quarter in which it
 * was paid; a refund, a rejection and their undoing in their own, so that no later change alters an earlier quarter.
 *
 * @param timeZone Where a day begins (IANA name).
 */
export async function readVat(db: Db, year: number, timeZone: string): Promise<NamedVatSum[]> {
  const { at, country, vatBasisPoints, vatCents, cents, creditCents, sales } = saleEntries;
  const [second, third, fourth] = [4, 7, 10].map((month) => startOfMonth(year, month, timeZone));
  const quarter = sql<number>`case
    when ${at} < ${second} then 1
    when ${at} < ${third} then 2
    when ${at} < ${fourth} then 3
    else 4 end`.as("quarter");
  const sums = await db
    .select({
      quarter,
      country,
      vatBasisPoints,
      orders: sql<number>`sum(${sales})::float8`,
      // Credit is a way to pay.
      grossCents: sql<number>`sum(${cents} + ${creditCents})::float8`,
      vatCents: sql<number>`sum(${vatCents})::float8`,
    })
    .from(saleEntries)
    .where(
      and(
        gt(vatBasisPoints, 0),
        sql`${at} >= ${startOfMonth(year, 1, timeZone)}`,
        sql`${at} < ${startOfMonth(year + 1, 1, timeZone)}`,
      ),
    )
    .groupBy(quarter, country, vatBasisPoints)
    // A sale that ended in its own quarter leaves nothing to report.
    .having(sql`(sum(${sales}), sum(${cents} + ${creditCents}), sum(${vatCents})) <> (0, 0, 0)`);
  return sums
    .map((sum) => ({ ...sum, countryName: sum.country ? countryName(sum.country) : NOT_GIVEN }))
    .toSorted(
      (a, b) =>
        a.quarter - b.quarter ||
        Number(a.country === null) - Number(b.country === null) ||
        a.countryName.localeCompare(b.countryName, "en") ||
        a.vatBasisPoints - b.vatBasisPoints,
    );
}

function startOfMonth(year: number, month: number, timeZone: string) {
  return startOfDay(`${year}-${String(month).padStart(2, "0")}-01`, timeZone);
}

/** Returns the time of the first sale with VAT; null without any. */
export async function readFirstVat(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ first: min(saleEntries.at) })
    .from(saleEntries)
    .where(gt(saleEntries.vatBasisPoints, 0));
  return row?.first ?? null;
}
