import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeBackup } from "#db/backup/make-backup.server.ts";
import { dataPaths } from "#db/embedded/data-folder.server.ts";
import { isConnectionError, isExpectedError, OperatorError, operatorReason } from "#db/errors.ts";
import { connectToServer } from "#db/postgres.server.ts";
import {
  recordBackup,
  resultsInDatabase,
  resultsInFolder,
} from "#shop/operations/backup-results.server.ts";
import type { LastBackup } from "#shop/operations/system-state.ts";
import { type DatabaseLocation, databaseLocation, resolveArgument } from "./command.ts";

/** Backs up the shop, which may be running, to the file that is named or one in the data folder. */
export async function backUp(args: string[], rootDir: string): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const now = new Date();
  const location = databaseLocation(rootDir);
  const name = `satchel-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
  const file = positionals[0]
    ? resolveArgument(positionals[0])
    : join(dataPaths(location.dataDir).backups, name);
  checkUser(location.dataDir);
  try {
    const { rows } = await makeBackup(location, file, now);
    const count = Object.values(rows).reduce((sum, ofTable) => sum + ofTable, 0);
    console.log(
      `${file}\n${rows.orders} orders, ${count} rows in all, verified.\n` +
        "It contains secrets and customers' data. Store it where only you can read it.",
    );
  } catch (error) {
    const problem = isExpectedError(error)
      ? operatorReason(error)
      : "See what the command printed.";
    // A server that does not respond stores nothing either.
    if (!location.url || !isConnectionError(error))
      await record(location, { at: now, problem, bytes: null });
    throw error;
  }
  await record(location, { at: now, problem: null, bytes: statSync(file).size });
}

/** Throws OperatorError for another user than the owner of the data folder; root is only told. */
function checkUser(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || user === owner) return;
  const problem = `${dataDir} belongs to user ${owner}, and this is user ${user}.`;
  const instead = "Use `satchel backup`, or run this as that user.";
  if (user !== 0) throw new OperatorError(`${problem} ${instead}`);
  console.error(`${problem} The shop will not be able to read this backup. ${instead}`);
}

/** Stores the result for the dashboard, and says so if that fails: the backup is as good without. */
async function record(
  location: DatabaseLocation,
  result: Omit<LastBackup, "completeAt">,
): Promise<void> {
  try {
    if (!location.url) return await recordBackup(resultsInFolder(location.dataDir), result);
    const { db, close } = connectToServer(location.url);
    try {
      await recordBackup(resultsInDatabase(db), result);
    } finally {
      await close();
    }
  } catch (error) {
    console.error(`The dashboard will not show this backup: ${operatorReason(error)}`);
  }
}
