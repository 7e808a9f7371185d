import { parseArgs } from "node:util";
import { openDatabase } from "#db/open-database.server.ts";
import { environmentOf, withDatabase } from "./bench-database.ts";
import { fillShop } from "./fill-shop.ts";
import { type BenchShop, openShop } from "./bench-shop.ts";
import { numberOf, numbersOf } from "./options.ts";
import { percentile } from "./load.ts";

/** The end of the generated history: now, so that "last 7 days" is not empty. */
const until = new Date();

const allScreens: [name: string, path: string][] = [
  ["Dashboard", "/admin"],
  ["Orders", "/admin/orders"],
  ["Orders, one status, by amount", "/admin/orders?status=completed&sort=amount"],
  ["Orders, search with many hits", "/admin/orders?q=mira"],
  ["Orders, search with few hits", "/admin/orders?q=c77%40"],
  ["Orders, search with none", "/admin/orders?q=no-such-customer"],
  ["Orders, last 30 days", "/admin/orders?date=month"],
  ["Review list", "/admin/review"],
  ["Packages", "/admin/packages"],
  ["Reports, week", "/admin/reports?period=week"],
  ["Reports, year", "/admin/reports?period=year"],
  ["Customers", "/admin/customers"],
  ["Customers, search", "/admin/customers?q=c77%40"],
  ["One customer", "/admin/customers/c1%40example.org"],
  ["Mails", "/admin/mails"],
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
    /** Measures only screens with this in their name. */
    screens: { type: "string", default: "" },
  },
});
const screens = allScreens.filter(([name]) => name.includes(values.screens));
const requests = numberOf("requests", values.requests);

const table: Column[] = [];
const sizes = numbersOf("sizes", values.sizes);
for (const database of values.databases.split(","))
  table.push(...(await measureAll(database, sizes)));
print();

interface Column {
  database: string;
  size: number;
  /** Milliseconds of each request, by screen. */
  times: Map<string, number[]>;
}

interface FilledShop {
  column: Column;
  shop: BenchShop;
}

/** Fills and opens a shop of each size, and then measures all screens of all shops. */
async function measureAll(
  database: string,
  [size, ...others]: number[],
  shops: FilledShop[] = [],
): Promise<Column[]> {
  if (size === undefined) return measureScreens(shops);
  return withDatabase(database, async (location) => {
    console.error(`${database}: filling ${size} orders …`);
    const opened = await openDatabase(location);
    await fillShop(opened.db, size, until);
    await opened.close();
    const shop = await openShop(environmentOf(location));
    const column = { database, size, times: new Map() };
    try {
      return await measureAll(database, others, [...shops, { column, shop }]);
    } finally {
      await shop.close();
    }
  });
}

/** Alternates between the shops, so that other load on the machine affects them equally. */
async function measureScreens(shops: readonly FilledShop[]): Promise<Column[]> {
  for (const [name, path] of screens) {
    for (const { column } of shops) column.times.set(name, []);
    for (let i = 0; i < WARM_UP + requests; i += 1) {
      for (const { column, shop } of shops) {
        const began = performance.now();
        await shop.get(path);
        if (i >= WARM_UP) column.times.get(name)?.push(performance.now() - began);
      }
    }
    const p95 = shops.map(({ column }) =>
      percentile(column.times.get(name) ?? [], 0.95).toFixed(1),
    );
    console.error(`  ${name}: ${p95.join(", ")} ms`);
  }
  return shops.map(({ column }) => column);
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
      const times = columns.map((column) => column.times.get(name) ?? []);
      const cells = times.map((each) => percentile(each, 0.95).toFixed(1));
      const [small, large] = times.slice(-2).map((each) => percentile(each, 0.5));
      if (small && large) cells.push(`${(large / small).toFixed(2)} ×`);
      console.log(`| ${name} | ${cells.join(" | ")} |`);
    }
  }
}
