import { existsSync } from "node:fs";
import { join } from "node:path";
import { like, sql } from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { OperatorError } from "#db/errors.ts";
import { DEMO_ACCOUNT } from "../accounts/account.ts";
import { sessions } from "../accounts/tables.ts";
import { readFact, storeFirstFact } from "../settings/installation.server.ts";

export type Mode = "sandbox" | "live";
/** The mode in which the data of a shop were made. A restore and a move keep it. */
export type MadeIn = Mode | "demo";

/** Where a shop's data are, for the message that says what to use instead. */
interface Place {
  dataDir: string;
  /** Whether they are in the data folder, and not on a PostgreSQL server. */
  embedded: boolean;
}

/**
 * Returns the mode in which the data were made, and stores it at the first start. Throws OperatorError when a live shop
 * would open invented orders and accounts.
 */
export async function checkMadeIn(db: Db, mode: Mode, place: Place): Promise<MadeIn> {
  const madeIn =
    (await readFact(db, "made-in")) ??
    (await storeFirstFact(db, "made-in", await guessMadeIn(db, mode, place)));
  if (mode === "live" && madeIn !== "live") throw new OperatorError(refusal(place, madeIn));
  // Whatever the stored mode says, nobody signs in by the password that the demo's documents name.
  if (mode === "live") await db.delete(sessions).where(like(sessions.userId, `${DEMO_ACCOUNT}%`));
  return madeIn as MadeIn;
}

/**
 * Guesses the mode of data that an earlier version made, which did not store it. An address of Bitcoin's main network
 * was shown to a real buyer: that shop goes on as live, also where its folder began as a sandbox.
 */
async function guessMadeIn(db: Db, mode: Mode, { dataDir, embedded }: Place): Promise<MadeIn> {
  const [found] = await queryRows<Record<"main" | "demo" | "regtest" | "ranLive", boolean>>(
    db,
    sql`select
      exists (select from payment_addresses where address ~ '^(bc1|1|3)') as main,
      exists (select from users where id = ${`${DEMO_ACCOUNT}admin`}) as demo,
      exists (select from payment_addresses where address like 'bcrt1%') as regtest,
      exists (select from installation_facts where name in ('database-seen', 'live-since')) as "ranLive"`,
  );
  if (found?.main) return "live";
  if (found?.demo) return "demo";
  if (found?.regtest) return "sandbox";
  if (found?.ranLive) return "live";
  return embedded && existsSync(join(dataDir, "sandbox")) ? "sandbox" : mode;
}

function refusal({ dataDir, embedded }: Place, madeIn: unknown): string {
  const origin = madeIn === "demo" ? "a demo (npm run seed:demo)" : "the sandbox";
  const instead = embedded
    ? `set DATA_DIR to a new folder, such as ${dataDir}-live`
    : "set DATABASE_URL to an empty database (createdb)";
  return `${embedded ? `The shop in ${dataDir}` : "The shop in this database"} was made by ${origin}: its orders, accounts and payments are invented, so it cannot go live. Instead, ${instead}, and enter your settings there. To look at this one again, start it with SATCHEL_MODE=sandbox.`;
}
