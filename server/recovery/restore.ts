import { parseArgs } from "node:util";
import { checkBackup } from "#db/backup/read-backup.server.ts";
import { restoreEmbedded, restoreServer } from "#db/backup/restore.server.ts";
import type { Db } from "#db/client.server.ts";
import { checkDataDir } from "#db/embedded/data-folder.server.ts";
import { OperatorError } from "#db/errors.ts";
import { prepareRestoredShop } from "#shop/admin/after-restore.server.ts";
import { databaseLocation, resolveArgument } from "./command.ts";

/** Restores a shop from a backup. */
export async function restore(args: string[], rootDir: string): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [path] = positionals;
  if (!path) throw new OperatorError("Say which backup: npm run restore -- <file>");

  const { url, dataDir } = databaseLocation(rootDir);
  const backup = await checkBackup(resolveArgument(path));
  const now = new Date();
  let series = "";
  const settle = async (tx: Db) => {
    const madeAt = new Date(backup.madeAt);
    ({ invoiceSeries: series } = await prepareRestoredShop(tx, { madeAt, now }));
  };
  let aside: string | null = null;
  if (url) await restoreServer(url, backup, settle);
  else {
    checkDataDir(dataDir);
    aside = await restoreEmbedded(dataDir, backup, settle, now);
  }
  console.log(
    [
      `Restored the shop as it was on ${backup.madeAt}: ${backup.rows.orders} orders.`,
      ...(aside ? [`What was there before is in ${aside}.`] : []),
      "The next addresses are shared, told apart by the exact amount, since buyers may have been shown them after that.",
      `Invoices are numbered INV-${series}-… from now on, since other numbers may have been given after that.`,
      "Everybody is signed out, and API keys are revoked. Emails that waited are held back: see Emails in the back office.",
    ].join("\n"),
  );
}
