import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "#db/open-database.server.ts";
import { checkDataDir } from "#db/embedded/data-folder.server.ts";
import { OperatorError } from "#db/errors.ts";
import { orders } from "#shop/orders/tables.ts";
import { readEnv } from "#server/env.server.ts";
import { parseAccountKey } from "#shop/payments/wallet/address.ts";
import { merchantXpub } from "../../sandbox/chain/keys.ts";
import { openJournal } from "../../sandbox/journal.ts";
import { paymentSessionSchema } from "../../sandbox/hosted-payments/session.ts";
import { demoAdmin, demoPassword } from "./accounts.ts";
import { payOnChain } from "./pay-on-chain.ts";
import { insertDemo } from "./insert-demo.ts";
import { createHistory } from "./order-history.ts";

const SEED = 7;

const { values } = parseArgs({
  options: {
    /** The end of the history; the same date gives the same shop. */
    until: { type: "string", default: new Date().toISOString().slice(0, 13) + ":00:00Z" },
    /** The length of the history. */
    days: { type: "string", default: "365" },
  },
});

const read = readEnv(process.env);
if ("problems" in read) throw new OperatorError(read.problems.join("\n"));
const { env } = read;
if (env.mode === "live")
  throw new OperatorError(
    "A demo is for the sandbox: real orders are never mixed with made-up ones.",
  );
const until = new Date(values.until);
if (Number.isNaN(until.getTime())) throw new OperatorError(`--until ${values.until} is no date.`);
const days = Number(values.days);
if (!Number.isInteger(days) || days < 1)
  throw new OperatorError(`--days ${values.days} is no number of days.`);

const dataDir = resolve(import.meta.dirname, "../..", env.dataDir);
const isNewFolder = !existsSync(dataDir);
checkDataDir(dataDir);
if (readdirSync(dataDir).length > 0)
  throw new OperatorError(
    `A demo fills a new shop, and the folder ${dataDir} is not empty. Set DATA_DIR to another folder.`,
  );
let complete = false;
process.once("exit", () => {
  if (!complete) removeContents();
});

const database = await openDatabase({ url: env.databaseUrl, dataDir });
try {
  const { orders: placed, buyers } = await database.db.transaction(async (db) => {
    if ((await db.$count(orders)) > 0)
      throw new OperatorError("A demo fills a new shop, and this database has orders already.");
    const key = parseAccountKey(merchantXpub(), "regtest");
    if (!key.ok) throw new Error(key.error);
    const history = createHistory(until, days);
    const dir = join(dataDir, "sandbox");
    const onChain = history.orders.filter(
      ({ method, byLightning }) => method === "bitcoin" && !byLightning,
    );
    const { paid, tip } = payOnChain(onChain, { dir, key: key.value, seed: SEED });
    const options = { paid, tip, key: key.value.id, seed: SEED, until };
    const sessions = await insertDemo(db, history, options);
    // The stand-ins for Stripe and PayPal need to know their payments.
    openJournal(join(dir, "payment-sessions.jsonl"), paymentSessionSchema).append(...sessions);
    return history;
  });
  complete = true;
  console.log(
    `${placed.length} orders by ${buyers.length} people, over ${days} days.\n` +
      `Run \`npm start\`, and sign in as ${demoAdmin.email} with the password "${demoPassword}".`,
  );
} finally {
  await database.close();
}

/** Leaves the folder as it was found: the sandbox's files are no part of the database's transaction. */
function removeContents(): void {
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
  if (isNewFolder) rmSync(dataDir, { recursive: true });
}
