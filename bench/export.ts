import { parseArgs } from "node:util";
import { openDatabase } from "#db/open-database.server.ts";
import { environmentOf, type DatabaseLocation, withDatabase } from "./bench-database.ts";
import { median, residentMegabytes } from "./load.ts";
import { fillShop } from "./fill-shop.ts";
import { type BenchShop, openShop } from "./bench-shop.ts";
import { numberOf } from "./options.ts";

// The export of all orders as CSV over HTTP.

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "200000" },
    databases: { type: "string", default: "postgresql" },
    rounds: { type: "string", default: "5" },
  },
});
const size = numberOf("size", values.size);
const rounds = numberOf("rounds", values.rounds);

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const period = `period=custom&from=${day(Date.now() - 800 * 86_400_000)}&to=${day(Date.now())}`;
const files: [name: string, path: string][] = [
  ["Orders", "/admin/orders/export"],
  ["Report", `/admin/reports/export?${period}`],
];

console.log("| file | rows | MB | seconds | memory over idle, MB |");
console.log("|---|---:|---:|---:|---:|");
for (const kind of values.databases.split(","))
  await withDatabase(kind, (location) => measure(kind, location));

async function measure(kind: string, location: DatabaseLocation): Promise<void> {
  console.error(`${kind}: filling ${size} orders …`);
  const database = await openDatabase(location);
  await fillShop(database.db, size, new Date());
  await database.close();
  const results = new Map<string, { ms: number[]; bytes: number; memory: number }>();
  const shop = await openShop(environmentOf(location));
  try {
    await shop.get("/admin/orders");
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, path] of files) {
        const { ms, bytes, memory } = await download(shop, path);
        console.error(`  ${name}: ${ms.toFixed(0)} ms, ${memory.toFixed(0)} MB`);
        const before = results.get(name);
        results.set(name, {
          ms: [...(before?.ms ?? []), ms],
          bytes,
          memory: Math.max(before?.memory ?? 0, memory),
        });
      }
    }
  } finally {
    await shop.close();
  }
  for (const [name, { ms, bytes, memory }] of results)
    console.log(
      `| ${name}, ${kind} | ${size.toLocaleString("en")} | ${(bytes / 1e6).toFixed(0)} | ${(median(ms) / 1000).toFixed(2)} | ${memory.toFixed(0)} |`,
    );
}

/** Downloads a file, and returns how much the shop's resident memory grew at most meanwhile. */
async function download(
  shop: BenchShop,
  path: string,
): Promise<{ ms: number; bytes: number; memory: number }> {
  const idle = residentMegabytes(shop.pid);
  let peak = idle;
  const sampling = setInterval(() => (peak = Math.max(peak, residentMegabytes(shop.pid))), 50);
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
  clearInterval(sampling);
  if (lines !== size + 1) throw new Error(`${path}: ${lines} lines`);
  return { ms, bytes, memory: peak - idle };
}
