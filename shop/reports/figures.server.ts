import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/prepared.server.ts";
import { frontPage } from "../catalog/tables.ts";
import { figureChanges, figureEditions, figures, figureVersion } from "./tables.ts";
import type { FigureDays, Recount } from "./figures.ts";

/** Adds to the day's visits. */
export async function countVisits(db: Db, visits: number, now: Date): Promise<void> {
  await db.execute(
    sql`select count_moment('visit', ${now.toISOString()}::timestamptz, ${visits}::bigint)`,
  );
}

/** Folds the changes that have come since the last time into the sums of their days. */
export async function foldFigures(db: Db): Promise<void> {
  await db.execute(sql`select fold_figures()`);
}

/** Waits for those who fold or count, and has others wait until the transaction ends. */
export async function holdFigures(tx: Db): Promise<void> {
  await tx.execute(sql`select hold_figures()`);
}

/** Has all orders counted anew by the days of this time zone (IANA name), by the steps of `recountFigures` in the office. */
export async function wantFigures(tx: Db, timeZone: string): Promise<void> {
  await tx.execute(sql`select want_figures(${timeZone})`);
}

const editions = prepared((db, name) =>
  db
    .select({ zone: figureEditions.zone, state: figureEditions.state })
    .from(figureEditions)
    .where(ne(figureEditions.state, "retired"))
    .prepare(name),
);

/** By whose days figures are counted now. */
export async function readFigureDays(db: Db): Promise<FigureDays> {
  const rows = await editions(db).execute();
  const current = rows.find(({ state }) => state === "current");
  if (!current) throw new Error("no edition of the figures is current");
  return { zone: current.zone, next: rows.find((row) => row !== current)?.zone ?? null };
}

const version = prepared((db, name) =>
  db
    .select({
      folded: figureVersion.version,
      // Which edition is current, and what there is to know of packages.
      shown: frontPage.version,
      unfolded: sql<string>`(select count(*)::text from ${figureChanges})`,
    })
    .from(figureVersion)
    .innerJoin(frontPage, sql`true`)
    .prepare(name),
);

/** Reads what stands for all that reports tell: another text after every change of it, and none that was there before. */
export function figureVersions(db: Db): () => Promise<string> {
  return async () => {
    const [row] = await version(db).execute();
    if (!row) throw new Error("the figures have no version");
    return `${row.folded} ${row.shown} ${row.unfolded}`;
  };
}

/** How far counting anew has come, where these say that something is counted; null when nothing is. */
export async function readRecount(db: Db, { next: wanted }: FigureDays): Promise<Recount | null> {
  if (wanted === null) return null;
  const rows = await db
    .select({
      zone: figureEditions.zone,
      state: figureEditions.state,
      orders: sql<number>`coalesce(sum(${figures.count}), 0)::float8`,
    })
    .from(figureEditions)
    .leftJoin(figures, and(eq(figures.edition, figureEditions.edition), eq(figures.kind, "status")))
    .where(ne(figureEditions.state, "retired"))
    .groupBy(figureEditions.edition);
  const current = rows.find(({ state }) => state === "current");
  const next = rows.find((row) => row !== current);
  if (!current || !next) return null;
  const share = current.orders > 0 ? Math.min(1, next.orders / current.orders) : 0;
  return { from: current.zone, to: next.zone, share };
}

/** Counts all orders anew in one go, for who filled the tables without triggers. No order is written meanwhile. */
export async function rebuildFigures(tx: Db): Promise<void> {
  await tx.execute(sql`select rebuild_figures()`);
}
