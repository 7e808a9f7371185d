import type { Db } from "#db/client.server.ts";
import { frontPage } from "#db/schema/catalog.server.ts";

/**
 * Reads what stands for all that the database says about the front page: another text after every change of it.
 * Prepared once, because it is asked more often than anything else.
 */
export function frontPageVersions(db: Db): () => Promise<string> {
  const query = db.select({ version: frontPage.version }).from(frontPage).prepare("");
  return async () => {
    const [row] = await query.execute();
    if (!row) throw new Error("the front page has no version");
    return row.version;
  };
}
