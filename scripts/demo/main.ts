import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "#db/client.server.ts";
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

const DAYS = 365;
const SEED = 7;

const { values } = parseArgs({
  options: {
    /** The end of the history; the same date gives the same shop. */
    until: { type: "string", default: new Date().toISOString().slice(0, 13) + ":00:00Z" },
  },
});

const read = readEnv(process.env);
if ("problems" in read) stop(read.problems.join("\n"));
const { env } = read;
if (env.mode === "live")
  stop("A demo is for the sandbox: real orders are never mixed with made-up ones.");
const until = new Date(values.until);
if (Number.isNaN(until.getTime())) stop(`--until ${values.until} is no date`);

const dataDir = resolve(import.meta.dirname, "../..", env.dataDir);
mkdirSync(dataDir, { recursive: true });
const database = await openDatabase({ url: env.databaseUrl, dataDir });
try {
  if ((await database.db.$count(orders)) > 0)
    stop("This shop has orders already. A demo fills a new one: set DATA_DIR to another folder.");
  const key = parseAccountKey(merchantXpub(), "regtest");
  if (!key.ok) stop(key.error);
  const history = createHistory(until, DAYS);
  const dir = join(dataDir, "sandbox");
  const inBitcoin = history.orders.filter(({ method }) => method === "bitcoin");
  const { paid, tip } = payOnChain(inBitcoin, { dir, key: key.value, seed: SEED });
  const options = { paid, tip, key: key.value.id, seed: SEED, until };
  const sessions = await insertDemo(database.db, history, options);
  // The stand-ins for Stripe and PayPal need to know their payments.
  openJournal(join(dir, "payment-sessions.jsonl"), paymentSessionSchema).append(...sessions);
  console.log(
    `${history.orders.length} orders by ${history.buyers.length} people, over a year.\n` +
      `Run \`npm start\`, and sign in as ${demoAdmin.email} with the password "${demoPassword}".`,
  );
} finally {
  await database.close();
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
