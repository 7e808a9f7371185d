import { type SQL, sql } from "drizzle-orm";

/**
 * Returns the moment at which a day (`2026-11-19`) begins in a time zone (IANA name). Where clocks go back from one
 * o'clock to midnight (Azores, Havana), midnight comes twice and `AT TIME ZONE` returns the second one, although orders
 * after the first have the new date. No time zone repeats midnight by more or less than an hour.
 */
export function startOfDay(day: string, timeZone: string): SQL {
  const midnight = sql`${day}::date::timestamp`;
  const start = sql`(${midnight} at time zone ${timeZone})`;
  const hourBefore = sql`(${start} - interval '1 hour')`;
  return sql`(case when ${hourBefore} at time zone ${timeZone} = ${midnight} then ${hourBefore} else ${start} end)`;
}
