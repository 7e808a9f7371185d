import { parseArgs } from "node:util";
import { openDatabase } from "#db/client.server.ts";
import { envOf, type Where, withDatabase } from "./database.ts";
import { fillShop } from "./orders.ts";
import { openShop } from "./shop.ts";

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

const table: { database: string; size: number; times: Map<string, number> }[] = [];
for (const database of values.databases.split(",")) {
  for (const size of values.sizes.split(",").map(Number)) {
    const times = await withDatabase(database, (where) => measure(size, where));
    table.push({ database, size, times });
  }
}
print();

/** The 95th percentile of each screen, in milliseconds, from the request to the last byte of the page. */
async function measure(size: number, where: Where): Promise<Map<string, number>> {
  console.error(`${where.url ? "postgresql" : "embedded"}: filling ${size} orders …`);
  const database = await openDatabase(where);
  await fillShop(database.db, size, until);
  await database.close();
  const shop = await openShop(envOf(where));
  try {
    const times = new Map<string, number>();
    for (const [name, path] of screens) {
      const taken: number[] = [];
      for (let i = 0; i < WARM_UP + requests; i += 1) {
        const began = performance.now();
        await shop.get(path);
        if (i >= WARM_UP) taken.push(performance.now() - began);
      }
      taken.sort((a, b) => a - b);
      const p95 = taken[Math.ceil(taken.length * 0.95) - 1] ?? 0;
      console.error(`  ${name}: ${p95.toFixed(1)} ms`);
      times.set(name, p95);
    }
    return times;
  } finally {
    await shop.close();
  }
}

function print(): void {
  const head = table.map(({ database, size }) => `${database} ${size.toLocaleString("en")}`);
  console.log(`| screen, p95 in ms | ${head.join(" | ")} |`);
  console.log(`|---|${head.map(() => "---:").join("|")}|`);
  for (const [name] of screens)
    console.log(
      `| ${name} | ${table.map(({ times }) => (times.get(name) ?? 0).toFixed(1)).join(" | ")} |`,
    );
}
