import { parseArgs } from "node:util";
import { findDump } from "#db/backup/dump.server.ts";
import { checkBackup } from "#db/backup/read-backup.server.ts";
import { restoreDump, restoreEmbedded, restoreServer } from "#db/backup/restore.server.ts";
import type { Db } from "#db/client.server.ts";
import { checkDataDir } from "#db/embedded/data-folder.server.ts";
import { OperatorError } from "#db/errors.ts";
import { prepareRestoredShop } from "#shop/operations/after-restore.server.ts";
import { databaseLocation, resolveArgument } from "./command.ts";

/** Restores a shop from a backup, or from a dump of `pg_dump`. */
export async function restore(args: string[], rootDir: string): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [path] = positionals;
  if (!path) throw new OperatorError("Say which backup: npm run restore -- <file>");

  const { url, dataDir } = databaseLocation(rootDir);
  const file = resolveArgument(path);
  const now = new Date();
  let series = "";
  const settleAt = async (tx: Db, madeAt: Date) => {
    ({ invoiceSeries: series } = await prepareRestoredShop(tx, { madeAt, now }));
  };
  let restored: { madeAt: string; orders: number | undefined };
  let aside: string | null = null;
  const dump = findDump(file);
  if (dump) {
    if (!url)
      throw new OperatorError(
        `${file} is a dump of PostgreSQL. Name an empty PostgreSQL database in DATABASE_URL; \`npm run backup\` of that one can be restored into a data folder.`,
      );
    const { madeAt, orders } = await restoreDump(url, dump, settleAt);
    restored = { madeAt: madeAt.toISOString(), orders };
  } else {
    const backup = await checkBackup(file);
    restored = { madeAt: backup.madeAt, orders: backup.rows.orders };
    const settle = (tx: Db) => settleAt(tx, new Date(backup.madeAt));
    if (url) await restoreServer(url, backup, settle);
    else {
      checkDataDir(dataDir);
      aside = await restoreEmbedded(dataDir, backup, settle, now);
    }
  }
  console.log(
    [
      `Restored the shop as it was on ${restored.madeAt}: ${restored.orders} orders.`,
      ...(aside ? [`What was there before is in ${aside}.`] : []),
      "The next addresses are shared, told apart by the exact amount, since buyers may have been shown them after that.",
      `Invoices are numbered INV-${series}-… from now on, since other numbers may have been given after that.`,
      "Everybody is signed out, and API keys are revoked. Emails that waited are held back: see Emails in the back office.",
    ].join("\n"),
  );
}
