import { rmSync } from "node:fs";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { folderForDatabases } from "../temp-folder.ts";
import { GAP_LIMIT, setGapLimit, Shop } from "./shop.ts";

/** Creates the database of an empty shop once, which takes most of a first start. `openShop` copies it. */
export default async function firstStart(): Promise<() => void> {
  const dataDir = folderForDatabases();
  const port = await freePort();
  const shop = new Shop(`http://127.0.0.1:${port}`, { PORT: String(port), DATA_DIR: dataDir });
  await shop.start();
  await shop.whileStopped((db) => setGapLimit(db, GAP_LIMIT.own), { startAgain: false });
  process.env.E2E_FIRST_DATA = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
