import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { migrateUpTo } from "#db/migrations.server.ts";

const folder = new URL("./releases/", import.meta.url);

export interface Release {
  version: string;
  /** The newest migration of the release. */
  migration: string;
}

/** All releases, oldest first. The file of each has at least one row in every table that the release had. */
export const releases: Release[] = readdirSync(folder)
  .map((name) => name.replace(".sql", ""))
  .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
  .map((version) => {
    const migration = /^-- migration: (\w+)\n/.exec(textOf(version))?.[1];
    if (!migration) throw new Error(`tests/releases/${version}.sql does not name its migration`);
    return { version, migration };
  });

/** Migrates an empty database to a release and inserts its rows. */
export async function openRelease(db: Db, { version, migration }: Release): Promise<void> {
  await migrateUpTo(db, migration);
  // Comments may contain semicolons; each statement ends its line.
  for (const statement of textOf(version)
    .replaceAll(/^--.*\n/gm, "")
    .split(/;\n/)) {
    if (statement.trim()) await db.execute(sql.raw(statement));
  }
}

function textOf(version: string): string {
  return readFileSync(new URL(`${version}.sql`, folder), "utf8");
}
