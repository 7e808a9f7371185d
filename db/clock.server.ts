import { sql } from "drizzle-orm";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { addMs, SECOND_MS } from "#lib/time.ts";
import { type Db, queryRows } from "./client.server.ts";

/** A greater difference between the clocks of this process and of the database is named, and corrected. */
const LIMIT_MS = 5 * SECOND_MS;
const INTERVAL_MS = 10 * SECOND_MS;

export interface DatabaseClock {
  /** Returns the time for claims, which all instances have to agree on: that of the database, where they differ. */
  now: () => Date;
  /** Returns by how much this process's clock is ahead of the database's, in milliseconds; 0 below the limit. */
  skewMs: () => number;
  stop: () => Promise<void>;
}

/** Compares the clock of this process with that of the database, now and every ten seconds. */
export async function openDatabaseClock(
  db: Db,
  // Replaced in tests.
  { log, system = () => new Date() }: { log: Log; system?: () => Date },
): Promise<DatabaseClock> {
  let skew = 0;

  const compare = async () => {
    const before = system().getTime();
    const [row] = await queryRows<{ ms: number }>(
      db,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    );
    const after = system().getTime();
    // The database read its clock at some moment in between.
    const measured = Math.round((before + after) / 2 - (row?.ms ?? after));
    const uncertain = (after - before) / 2;
    const next = Math.abs(measured) - uncertain > LIMIT_MS ? measured : 0;
    if (next !== 0 && skew === 0)
      log(`WARNING: the clock of this process is ${skewText(next)} the database's: set it by NTP`);
    if (next === 0 && skew !== 0) log("the clock of this process agrees with the database's again");
    skew = next;
  };
  await compare();
  const loop = startLoop(compare, {
    pauseMs: INTERVAL_MS,
    pauseFirst: true,
    // Other queries report a database that does not answer.
    failed: () => undefined,
  });
  return { now: () => addMs(system(), -skew), skewMs: () => skew, stop: loop.stop };
}

/** Returns a skew such as "12 s ahead of". */
function skewText(ms: number): string {
  return `${Math.round(Math.abs(ms) / SECOND_MS)} s ${ms > 0 ? "ahead of" : "behind"}`;
}
