// The statements that a purchase needs at least, without a shop around them. A process of its own, as the shop is.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { openDatabase } from "#db/open-database.server.ts";
import { dataPaths } from "#db/embedded/data-folder.server.ts";
import { openPglite } from "#db/embedded/pglite.server.ts";

/** Purchases to store. The reply is the seconds that all of them took, or an error message. */
export interface BareOrder {
  inFlight: number;
  count: number;
}

type Query = (text: string, values: unknown[]) => Promise<unknown>;

/** Either database, without Drizzle. */
interface BareDatabase {
  query: Query;
  transaction: (work: (query: Query) => Promise<void>) => Promise<void>;
}

const KEY = "bare";
const PACKAGE = JSON.stringify({ id: "2", coins: 350, priceCents: 1499, description: "" });

const [url] = process.argv.slice(2);
const database = url ? connect(url) : await openFolder();
await database.query("insert into address_keys (key) values ($1)", [KEY]);

process.on("message", ({ inFlight, count }: BareOrder) => {
  storeAll(inFlight, count).then(
    (seconds) => process.send?.(seconds),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");

async function storeAll(inFlight: number, count: number): Promise<number> {
  let left = count;
  const began = performance.now();
  const work = async () => {
    while (left-- > 0) await store(database);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return (performance.now() - began) / 1000;
}

/** Stores one purchase, with the two reads of the pages in between. Nothing polls or mails what is stored here. */
async function store({ query, transaction }: BareDatabase): Promise<void> {
  const id = randomUUID();
  const order = id.slice(0, 13);
  const readPage = () =>
    query(
      `select * from checkouts left join quotes on quotes.checkout_id = checkouts.id
        where visitor_hash = $1 and state = 'open'`,
      [id],
    );
  await query(
    `insert into checkouts (id, visitor_hash, package, created_at, updated_at)
      values ($1, $2, $3, now(), now())`,
    [id, id, PACKAGE],
  );
  await query("update address_keys set next_index = next_index + 1 where key = $1 returning *", [
    KEY,
  ]);
  await transaction(async (send) => {
    await send(
      "update checkouts set tiktok_username = 'mira', email = $2 where id = $1 returning *",
      [id, order],
    );
    await send(
      `insert into payment_addresses (address, checkout_id, issued_at, next_check_at, retired_at, last_checked_at)
        values ($1, $2, now(), now(), now(), now())`,
      [order, id],
    );
    await send(
      `insert into quotes (checkout_id, address, sats, price_cents, rate_cents, sources, locked_at, expires_at)
        values ($1, $2, 14990, 1499, 10000000, '["kraken"]', now(), now() + interval '1 hour')`,
      [id, order],
    );
  });
  await readPage();
  await readPage();
  await transaction(async (send) => {
    await send("select * from checkouts where id = $1 for no key update", [id]);
    await send(
      `insert into orders (id, checkout_id, package, tiktok_username, email, payment_method, total_cents, created_at, updated_at)
        values ($1, $2, $3, 'mira', $4, 'bitcoin', 1499, now(), now())`,
      [order, id, PACKAGE, id],
    );
    await send(
      "insert into order_events (order_id, type, data, at) values ($1, 'placed', '{}', now())",
      [order],
    );
    await send(
      "insert into order_access (order_id, visitor_hash, granted_at) values ($1, $2, now())",
      [order, id],
    );
    await send(
      `insert into mails (key, "to", message, created_at, next_try_at, sent_at)
        values ($1, $2, '{}', now(), now(), now()), ($3, $2, '{}', now(), now(), now())`,
      [`buyer:${order}`, order, `owner:${order}`],
    );
    await send("update checkouts set state = 'done' where id = $1", [id]);
  });
}

function connect(connectionString: string): BareDatabase {
  const pool = new Pool({ connectionString, max: 32 });
  return {
    query: (text, values) => pool.query(text, values),
    transaction: async (work) => {
      const client = await pool.connect();
      await client.query("begin");
      await work((text, values) => client.query(text, values));
      await client.query("commit");
      client.release();
    },
  };
}

/** Opens an embedded database of its own, since the shop's folder is locked. */
async function openFolder(): Promise<BareDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-bench-bare-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const migrated = await openDatabase({ url: null, dataDir });
  await migrated.close();
  const client = await openPglite(dataPaths(dataDir).database);
  return {
    query: (text, values) => client.query(text, values),
    transaction: (work) =>
      client.transaction((tx) => work((text, values) => tx.query(text, values))),
  };
}
