import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { dailyMetrics, metricSnapshots } from "./tables.ts";
import type { MetricDays, Recount } from "./metrics.ts";

/** Adds visits to the metrics of the day. */
export async function countVisits(db: Db, visits: number, now: Date): Promise<void> {
  await db.execute(
    sql`select count_moment('visit', ${now.toISOString()}::timestamptz, ${visits}::bigint)`,
  );
}

/** Folds new changes into the daily sums. */
export async function foldMetrics(db: Db): Promise<void> {
  await db.execute(sql`select fold_metrics()`);
}

/** Locks the metrics against folding and recounting until the transaction ends. */
export async function lockMetrics(tx: Db): Promise<void> {
  await tx.execute(sql`select lock_metrics()`);
}

/** Requests a recount of all orders by the days of this time zone (IANA name); `recountMetrics` does it in steps. */
export async function requestMetricsRecount(tx: Db, timeZone: string): Promise<void> {
  await tx.execute(sql`select request_metrics_recount(${timeZone})`);
}

/** Returns the time zone whose days the metrics are counted by now. */
export async function readMetricDays(db: Db): Promise<MetricDays> {
  const rows = await db
    .select({ zone: metricSnapshots.zone, state: metricSnapshots.state })
    .from(metricSnapshots)
    .where(ne(metricSnapshots.state, "retired"));
  const current = rows.find(({ state }) => state === "current");
  if (!current) throw new Error("no metrics snapshot is current");
  return { zone: current.zone, next: rows.find((row) => row !== current)?.zone ?? null };
}

/** Returns the progress of a recount; null if none is running. */
export async function readRecount(db: Db, { next: wanted }: MetricDays): Promise<Recount | null> {
  if (wanted === null) return null;
  const rows = await db
    .select({
      zone: metricSnapshots.zone,
      state: metricSnapshots.state,
      orders: sql<number>`coalesce(sum(${dailyMetrics.count}), 0)::float8`,
    })
    .from(metricSnapshots)
    .leftJoin(
      dailyMetrics,
      and(eq(dailyMetrics.snapshot, metricSnapshots.snapshot), eq(dailyMetrics.kind, "status")),
    )
    .where(ne(metricSnapshots.state, "retired"))
    .groupBy(metricSnapshots.snapshot);
  const current = rows.find(({ state }) => state === "current");
  const next = rows.find((row) => row !== current);
  if (!current || !next) return null;
  const share = current.orders > 0 ? Math.min(1, next.orders / current.orders) : 0;
  return { from: current.zone, to: next.zone, share };
}

/** Recounts all orders at once, after tables were filled without triggers. Blocks writing orders. */
export async function rebuildMetrics(tx: Db): Promise<void> {
  await tx.execute(sql`select rebuild_metrics()`);
}
