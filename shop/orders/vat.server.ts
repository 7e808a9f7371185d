import { type SQL, sql } from "drizzle-orm";
import { settings } from "../settings/tables.ts";

/**
 * Returns the VAT of a new order that costs `grossCents`: the held rate in hundredths of a percent, else that of now, and
 * the cents as `vatIn` computes them. Both are expressions of the statement that inserts the order, so that a shop without
 * VAT needs no further one.
 */
export function vatOfNewOrder(
  grossCents: number,
  heldRate: number | null,
): { vatBasisPoints: SQL; vatCents: SQL } {
  const rate = sql`coalesce(${heldRate}::bigint, (
    select (${settings.value} #>> '{}')::bigint from ${settings} where ${settings.name} = 'vatBasisPoints'), 0)`;
  return {
    vatBasisPoints: rate,
    vatCents: sql`(
      select (2 * ${grossCents}::bigint * rate + 10000 + rate) / (2 * (10000 + rate)) from (select ${rate} as rate) r)`,
  };
}
