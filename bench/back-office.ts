import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openDatabase } from "#db/client.server.ts";
import { findPostgres, startPostgres } from "../scripts/lib/postgres.mjs";
import { fillShop } from "./orders.ts";
import { type BenchedShop, openShop } from "./shop.ts";

/** The moment at which the generated past ends: now, so that "last 7 days" has something to show. */
const until = new Date();

const screens: [name: string, path: string][] = [
  ["Dashboard", "/admin"],
  ["Orders", "/admin/orders"],
  ["Orders, one status, by amount", "/admin/orders?status=completed&sort=amount"],
  ["Orders, search with many hits", "/admin/orders?q=mira"],
  ["Orders, search with few hits", "/admin/orders?q=c77%40"],
  ["Orders, search with none", "/admin/orders?q=nobody-at-all"],
  ["Orders, last 30 days", "/admin/orders?date=month"],
  ["Review list", "/admin/review"],
  ["Packages", "/admin/packages"],
  ["Reports, week", "/admin/reports?period=week"],
  ["Reports, year", "/admin/reports?period=year"],
  ["Customers", "/admin/customers"],
  ["Customers, search", "/admin/customers?q=c77%40"],
  ["Audit log", "/admin/audit"],
  ["Settings", "/admin/settings"],
  ["Quick search", "/admin/search?q=mira"],
];

const WARM_UP = 20;

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000,1000000" },
    databases: { type: "string", default: "postgresql,embedded" },
    requests: { type: "string", default: "100" },
  },
});
const requests = Number(values.requests);

const table: Column[] = [];
for (const database of values.databases.split(",")) table.push(...(await measureAll(database)));
print();

interface Column {
  database: string;
  size: number;
  /** Milliseconds of each request, by screen. */
  times: Map<string, number[]>;
}

/** Shops of all sizes on one kind of database, asked in turns: what else the machine does hits all alike. */
async function measureAll(database: string): Promise<Column[]> {
  await using stack = new AsyncDisposableStack();
  const server = database === "postgresql" ? await openServer(stack) : null;
  const shops: { column: Column; shop: BenchedShop }[] = [];
  for (const size of values.sizes.split(",").map(Number)) {
    const dataDir = mkdtempSync(join(tmpdir(), "satchel-bench-"));
    stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    const url = server && (await server.createDatabase(stack));
    console.error(`${database}: filling ${size} orders …`);
    const opened = await openDatabase({ url, dataDir });
    await fillShop(opened.db, size, until);
    await opened.close();
    const shop = await openShop({ DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) });
    stack.defer(shop.close);
    shops.push({ column: { database, size, times: new Map() }, shop });
  }
  for (const [name, path] of screens) {
    for (const { column } of shops) column.times.set(name, []);
    for (let i = 0; i < WARM_UP + requests; i += 1) {
      for (const { column, shop } of shops) {
        const began = performance.now();
        await shop.get(path);
        if (i >= WARM_UP) column.times.get(name)?.push(performance.now() - began);
      }
    }
    const told = shops.map(({ column }) => percentile(column.times.get(name), 0.95).toFixed(1));
    console.error(`  ${name}: ${told.join(", ")} ms`);
  }
  return shops.map(({ column }) => column);
}

async function openServer(stack: AsyncDisposableStack) {
  const bin = process.env.TEST_DATABASE_URL ? null : findPostgres();
  const server = bin ? await startPostgres(bin) : null;
  if (server) stack.defer(server.stop);
  const serverUrl = server?.url ?? process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error("no PostgreSQL server: install one, or set TEST_DATABASE_URL");
  const run = async (statement: string) => {
    const client = new Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    createDatabase: async (until: AsyncDisposableStack): Promise<string> => {
      const name = `satchel_bench_${randomUUID().replaceAll("-", "")}`;
      await run(`create database ${name}`);
      until.defer(() => run(`drop database ${name} with (force)`));
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
  };
}

function percentile(times: readonly number[] | undefined, share: number): number {
  const sorted = (times ?? []).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

/** The 95th percentiles, and how the median grows from the last size but one to the last. */
function print(): void {
  const databases = Map.groupBy(table, ({ database }) => database);
  for (const [database, columns] of databases) {
    const head = columns.map(({ size }) => `${size.toLocaleString("en")} orders`);
    const growth = columns.length > 1;
    console.log(
      `\n| ${database}: p95 in ms | ${head.join(" | ")} |${growth ? " growth of the median |" : ""}`,
    );
    console.log(`|---|${columns.map(() => "---:").join("|")}|${growth ? "---:|" : ""}`);
    for (const [name] of screens) {
      const times = columns.map((column) => column.times.get(name));
      const cells = times.map((each) => percentile(each, 0.95).toFixed(1));
      const [small, large] = times.slice(-2).map((each) => percentile(each, 0.5));
      if (small && large) cells.push(`${(large / small).toFixed(2)} ×`);
      console.log(`| ${name} | ${cells.join(" | ")} |`);
    }
  }
}
