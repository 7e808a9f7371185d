import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";

/** Adds to the day's visits. */
export async function countVisits(db: Db, visits: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into figure_changes (kind, day, key, count, cents)
    values ('visit', shop_day(${now.toISOString()}::timestamptz), '', ${visits}, 0)`);
}

/** Folds the changes that have come since the last time into the sums of their days. */
export async function foldFigures(db: Db): Promise<void> {
  await db.execute(sql`select fold_figures()`);
}

/** Counts all orders anew, after the time zone was changed. No order is written meanwhile. */
export async function rebuildFigures(tx: Db): Promise<void> {
  await tx.execute(sql`select rebuild_figures()`);
}
