import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Client, type Connection } from "pg";
import { openDatabase } from "#db/client.server.ts";
import { environmentOf, type Place, withDatabase } from "./databases.ts";
import { median } from "./load.ts";
import { fillShop } from "./orders.ts";
import { type BenchedShop, openShop } from "./shop.ts";

// The orders as a CSV file over HTTP, beside what the database itself writes of the same columns.

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "200000" },
    databases: { type: "string", default: "postgresql" },
    rounds: { type: "string", default: "5" },
  },
});
const size = Number(values.size);
const rounds = Number(values.rounds);

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const period = `period=custom&from=${day(Date.now() - 800 * 86_400_000)}&to=${day(Date.now())}`;
const files: [name: string, path: string][] = [
  ["Orders", "/admin/orders/export"],
  ["Report", `/admin/reports/export?${period}`],
];

/** What the files hold, but for what makes a cell harmless. */
const columns = `id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), status, status_reason, tiktok_username,
  tiktok_uid, email, package ->> 'coins', total_cents / 100::float8, payment_method, payment_status, bitcoin_wallet, note`;
const query = `select ${columns} from orders where deleted_at is null order by created_at desc, id desc`;

console.log("| file | rows | MB | seconds | COPY | of COPY's speed | memory over idle, MB |");
console.log("|---|---:|---:|---:|---:|---:|---:|");
for (const kind of values.databases.split(","))
  await withDatabase(kind, (place) => measure(kind, place));

async function measure(kind: string, place: Place): Promise<void> {
  console.error(`${kind}: filling ${size} orders …`);
  const database = await openDatabase(place);
  await fillShop(database.db, size, new Date());
  await database.close();
  const copied: number[] = [];
  const taken = new Map<string, { ms: number[]; bytes: number; memory: number }>();
  const shop = await openShop(environmentOf(place));
  try {
    await shop.get("/admin/orders");
    for (let round = 0; round < rounds; round += 1) {
      if (place.url) copied.push(await copyFromServer(place.url));
      for (const [name, path] of files) {
        const { ms, bytes, memory } = await take(shop, path);
        console.error(`  ${name}: ${ms.toFixed(0)} ms, ${memory.toFixed(0)} MB`);
        const before = taken.get(name);
        taken.set(name, {
          ms: [...(before?.ms ?? []), ms],
          bytes,
          memory: Math.max(before?.memory ?? 0, memory),
        });
      }
    }
  } finally {
    await shop.close();
  }
  if (!place.url) copied.push(...(await copyFromFolder(place.dataDir)));
  const copy = median(copied);
  for (const [name, { ms, bytes, memory }] of taken)
    console.log(
      `| ${name}, ${kind} | ${size.toLocaleString("en")} | ${(bytes / 1e6).toFixed(0)} | ${(median(ms) / 1000).toFixed(2)} | ${(copy / 1000).toFixed(2)} | ${Math.round((100 * copy) / median(ms))}% | ${memory.toFixed(0)} |`,
    );
}

/** Reads a file to its end, and how much more memory the shop has at most meanwhile. */
async function take(
  shop: BenchedShop,
  path: string,
): Promise<{ ms: number; bytes: number; memory: number }> {
  const idle = memoryOf(shop.pid);
  let most = idle;
  const watching = setInterval(() => (most = Math.max(most, memoryOf(shop.pid))), 50);
  const began = performance.now();
  const response = await fetch(`${shop.url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: shop.cookie, origin: shop.url },
    body: new URLSearchParams(),
  });
  if (response.status !== 200 || !response.body) throw new Error(`${path}: ${response.status}`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  const ms = performance.now() - began;
  clearInterval(watching);
  if (lines !== size + 1) throw new Error(`${path}: ${lines} lines`);
  return { ms, bytes, memory: most - idle };
}

/** Resident memory of a process in MB. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Milliseconds that the driver takes to read the table as the server writes it. */
async function copyFromServer(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const began = performance.now();
  await client.query(new Copying(`copy (${query}) to stdout (format csv)`)).done;
  const ms = performance.now() - began;
  await client.end();
  return ms;
}

/** The same of the embedded database, which writes it to memory; once the shop has let go of it. */
async function copyFromFolder(dataDir: string): Promise<number[]> {
  const client = await PGlite.create(join(dataDir, "database"), { extensions: { pg_trgm } });
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await client.query(`copy (${query}) to '/dev/blob' (format csv)`);
    taken.push(performance.now() - began);
    await delay(0);
  }
  await client.close();
  return taken;
}

/** A query whose rows are read and let go, as node-postgres hands them out. */
class Copying {
  readonly text: string;
  readonly #ended = Promise.withResolvers<void>();

  constructor(text: string) {
    this.text = text;
  }

  get done(): Promise<void> {
    return this.#ended.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCopyData(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#ended.resolve();
  }

  handleError(error: Error): void {
    this.#ended.reject(error);
  }
}
