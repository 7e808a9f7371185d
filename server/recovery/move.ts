import { parseArgs } from "node:util";
import { moveToServer } from "#db/backup/move.server.ts";
import { OperatorError } from "#db/errors.ts";
import { readDatabaseLocation, databaseLocation } from "./command.ts";

/** Moves a shop from the data folder to a PostgreSQL server. */
export async function move(args: string[], rootDir: string): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: "string" } } });
  if (!values.to)
    throw new OperatorError("Say where to: npm run move -- --to postgres://user@host/database");
  const to = readDatabaseLocation({ DATABASE_URL: values.to });
  if ("problems" in to) throw new OperatorError("--to must begin with postgres://");
  const { url, dataDir } = databaseLocation(rootDir);
  if (url)
    throw new OperatorError("DATABASE_URL is set: this shop is on a PostgreSQL server already.");
  const { rows } = await moveToServer(dataDir, values.to, new Date());
  console.log(
    `Moved the whole shop: ${rows.orders} orders.\n` +
      "Start the shop with DATABASE_URL set to that database. The embedded one is kept, and does not start any more.",
  );
}
