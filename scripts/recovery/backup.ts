import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeBackup } from "#db/backup/make-backup.server.ts";
import { dataPaths } from "#db/embedded/data-folder.server.ts";
import { runCommand, databaseLocation, resolveArgument } from "./command.ts";

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const now = new Date();
  const place = databaseLocation();
  const name = `satchel-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
  const file = positionals[0]
    ? resolveArgument(positionals[0])
    : join(dataPaths(place.dataDir).backups, name);
  const { rows } = await makeBackup(place, file, now);
  const count = Object.values(rows).reduce((sum, ofTable) => sum + ofTable, 0);
  console.log(
    `${file}\n${rows.orders} orders, ${count} rows in all, read back and whole.\n` +
      "It holds the shop's secrets and its customers' names: keep it where nobody else can read it.",
  );
});
