import { parseArgs } from "node:util";
import { OperatorError } from "#db/errors.ts";
import { openDatabase } from "#db/open-database.server.ts";
import { unlockAccount } from "#shop/accounts/unlock.server.ts";
import { databaseLocation } from "./command.ts";

/** Lets somebody in again who lost password and second factor: prints a link to choose a new password. */
export async function unlock(args: string[], rootDir: string): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [email] = positionals;
  if (!email) throw new OperatorError("Say whose account: satchel unlock owner@shop.example");
  const database = await openDatabase(databaseLocation(rootDir));
  try {
    const token = await unlockAccount(database.db, { email, now: new Date() });
    if (!token) throw new OperatorError(`There is no account with the address ${email}.`);
    const { APP_URL = "" } = process.env;
    console.log(
      `Second factor and passkeys of ${email} are removed, and its sessions ended.\n` +
        `Choose a new password within an hour: ${APP_URL}/reset-password?token=${token}`,
    );
  } finally {
    await database.close();
  }
}
