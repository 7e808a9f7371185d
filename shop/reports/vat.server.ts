import { and, gt, isNull, min, sql } from "drizzle-orm";
import { type Db, startOfDay } from "#db/client.server.ts";
import { countryName } from "#lib/countries.ts";
import { orders } from "../orders/tables.ts";
import { type NamedVatSum, NOT_GIVEN } from "./vat.ts";

/**
 * Sums the VAT of a year by quarter, country and rate, of the orders that count as sales. An order counts in the quarter in
 * which it was placed; one that is rejected or refunded later no longer counts there.
 *
 * @param timeZone Where a day begins (IANA name).
 */
export async function readVat(db: Db, year: number, timeZone: string): Promise<NamedVatSum[]> {
  const { createdAt, country, vatBasisPoints, vatCents, totalCents, creditCents } = orders;
  const [second, third, fourth] = [4, 7, 10].map((month) => startOfMonth(year, month, timeZone));
  const quarter = sql<number>`case
    when ${createdAt} < ${second} then 1
    when ${createdAt} < ${third} then 2
    when ${createdAt} < ${fourth} then 3
    else 4 end`.as("quarter");
  const sums = await db
    .select({
      quarter,
      country,
      vatBasisPoints,
      orders: sql<number>`count(*)::float8`,
      // Credit is a way to pay.
      grossCents: sql<number>`sum(${totalCents} + ${creditCents})::float8`,
      vatCents: sql<number>`sum(${vatCents})::float8`,
    })
    .from(orders)
    .where(
      and(
        gt(vatBasisPoints, 0),
        isNull(orders.deletedAt),
        sql`is_sale(${orders.status}, ${orders.paymentStatus})`,
        sql`${createdAt} >= ${startOfMonth(year, 1, timeZone)}`,
        sql`${createdAt} < ${startOfMonth(year + 1, 1, timeZone)}`,
      ),
    )
    .groupBy(quarter, country, vatBasisPoints);
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

/** Returns when the first order with VAT was placed; null without any. */
export async function readFirstVat(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ first: min(orders.createdAt) })
    .from(orders)
    .where(gt(orders.vatBasisPoints, 0));
  return row?.first ?? null;
}
