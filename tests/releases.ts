import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { migrateUpTo } from "#db/migrations.server.ts";

const folder = new URL("./releases/", import.meta.url);

/**
 * The migrations that a release ended with. For each there is a file of that name with a row at least in every table
 * that there was by then.
 */
export const releases = readdirSync(folder).map((name) => name.replace(".sql", ""));

/** Makes an empty database the shop that somebody had with that release. */
export async function openRelease(db: Db, release: string): Promise<void> {
  await migrateUpTo(db, release);
  // Without a comment that a semicolon could end; each statement ends its line.
  const text = readFileSync(new URL(`${release}.sql`, folder), "utf8").replaceAll(/^--.*\n/gm, "");
  for (const statement of text.split(/;\n/)) {
    if (statement.trim()) await db.execute(sql.raw(statement));
  }
}
