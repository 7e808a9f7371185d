import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { shopVersion } from "./tables.ts";

const version = prepared((db, name) =>
  db.select({ version: shopVersion.version }).from(shopVersion).prepare(name),
);

/**
 * Reads what stands for all that the database says about the front page: another text after every change of it.
 */
export function frontPageVersions(db: Db): () => Promise<string> {
  return async () => {
    const [row] = await version(db).execute();
    if (!row) throw new Error("the front page has no version");
    return row.version;
  };
}
