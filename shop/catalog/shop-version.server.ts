import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { shopVersion } from "./tables.ts";

const version = prepared((db) =>
  db.select({ version: shopVersion.version }).from(shopVersion).prepare("shop_version"),
);

/**
 * Reads the version of packages and settings: a random text that triggers renew in the transaction of every change, so
 * that no version comes back.
 */
export async function readShopVersion(db: Db): Promise<string> {
  const [row] = await version(db).execute();
  if (!row) throw new Error("table shop_version has no row");
  return row.version;
}
