import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Db } from "./client.server.ts";
import { migrationsFolder } from "./migrations.server.ts";

/** Returns how to ask whether this database has every migration that this version of the shop brings. */
export function schemaCheck(db: Db): () => Promise<boolean> {
  const newest = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map((one) => one.folderMillis),
  );
  return async () => {
    const result = await db.execute(
      sql`select coalesce(max(created_at), 0) >= ${newest} as current from drizzle.__drizzle_migrations`,
    );
    const { rows } = result as { rows: { current: boolean }[] };
    return rows[0]?.current ?? false;
  };
}
