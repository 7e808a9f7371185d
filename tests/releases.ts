import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { migrateUpTo } from "#db/migrations.server.ts";

const folder = new URL("./releases/", import.meta.url);

/**
 * The newest migration of each release. For each there is a file of that name with at least one row in every table of
 * the release.
 */
export const releases = readdirSync(folder).map((name) => name.replace(".sql", ""));

/** Migrates an empty database to a release and inserts its rows. */
export async function openRelease(db: Db, release: string): Promise<void> {
  await migrateUpTo(db, release);
  // Comments may contain semicolons; each statement ends its line.
  const text = readFileSync(new URL(`${release}.sql`, folder), "utf8").replaceAll(/^--.*\n/gm, "");
  for (const statement of text.split(/;\n/)) {
    if (statement.trim()) await db.execute(sql.raw(statement));
  }
}
