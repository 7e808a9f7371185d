import { rmSync } from "node:fs";
import { openDatabase } from "#db/open-database.server.ts";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { folderForDatabases } from "../temp-folder.ts";
import { createDatabase } from "./server-database.ts";
import { GAP_LIMIT, gapLimitStatement } from "./shop.ts";
import { Shop } from "./shop-process.ts";

/** Creates the databases that `openShop` copies: creating the tables takes most of a first start. */
export default async function createTemplates(): Promise<() => Promise<void>> {
  const dataDir = await startOnce();
  process.env.E2E_FIRST_DATA = dataDir;
  const template = process.env.TEST_DATABASE_URL ? await createDatabase() : null;
  if (template) {
    await (await openDatabase({ url: template.url, dataDir })).close();
    process.env.E2E_TEMPLATE = new URL(template.url).pathname.slice(1);
  }
  return async () => {
    await template?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Starts a shop with an embedded database, and returns its data folder. */
async function startOnce(): Promise<string> {
  const dataDir = folderForDatabases();
  const port = await freePort();
  const shop = new Shop(`http://127.0.0.1:${port}`, { PORT: String(port), DATA_DIR: dataDir });
  await shop.start();
  await shop.whileStopped(async (db) => void (await db.execute(gapLimitStatement(GAP_LIMIT.own))), {
    startAgain: false,
  });
  return dataDir;
}
