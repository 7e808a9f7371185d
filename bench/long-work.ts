import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "#db/open-database.server.ts";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";
import { environmentOf, type DatabaseLocation, withDatabase } from "./bench-database.ts";
import { fillShop } from "./fill-shop.ts";
import { type BenchShop, openShop } from "./bench-shop.ts";
import { numberOf } from "./options.ts";

// The latency of `/healthz`, which runs one small query, while the shop does its longest work.

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "50000" },
    databases: { type: "string", default: "postgresql,embedded" },
    seconds: { type: "string", default: "3" },
  },
});
const size = numberOf("size", values.size);
const ms = numberOf("seconds", values.seconds) * 1000;

type Work = (shop: BenchShop, turn: number) => Promise<unknown>;

const zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC"];
let orderIds: string[] = [];
const works: [name: string, work: Work][] = [
  ["Export of all orders", (shop) => shop.post("/admin/orders/export", {})],
  ["Report of a year", (shop) => shop.get("/admin/reports?period=year")],
  ["Order search for a rare letter", (shop) => shop.get("/admin/orders?q=%2B")],
  ["Customer search for a rare letter", (shop) => shop.get("/admin/customers?q=%2B")],
  [
    "Invoices, sequential",
    (shop, turn) => shop.get(`/orders/${orderIds[turn % orderIds.length]}/invoice`),
  ],
  [
    "Password hashes, eight concurrent",
    (shop, turn) =>
      Promise.all(
        Array.from({ length: 8 }, (_, i) => signIn(shop, `unknown${turn}-${i}@x.example`)),
      ),
  ],
  [
    "Time zone change: all metrics rebuilt",
    (shop, turn) => setZone(shop, zones[turn % 4] ?? "UTC"),
  ],
];

console.log(
  `| ${size.toLocaleString("en")} orders | p99 idle, ms | p99 busy, ms | max busy, ms | repetitions |`,
);
console.log("|---|---:|---:|---:|---:|");
for (const kind of values.databases.split(","))
  await withDatabase(kind, (location) => measure(kind, location));

async function measure(kind: string, location: DatabaseLocation): Promise<void> {
  console.error(`${kind}: filling ${size} orders …`);
  const database = await openDatabase(location);
  await fillShop(database.db, size, new Date());
  await database.close();
  const shop = await openShop(environmentOf(location));
  try {
    const list = await shop.get("/admin/orders?status=completed");
    orderIds = [...new Set(list.match(/(?<=\/orders\/)[A-Z0-9]{7}/g))];
    if (orderIds.length === 0) throw new Error("no order in the list");
    for (const [name, work] of works) {
      const idle = await probeDuring(shop, () => setTimeout(ms));
      let turn = 0;
      const busy = await probeDuring(shop, async () => {
        for (const until = performance.now() + ms; performance.now() < until; turn += 1)
          await work(shop, turn);
      });
      console.log(`| ${name}, ${kind} | ${p99(idle)} | ${p99(busy)} | ${max(busy)} | ${turn} |`);
    }
  } finally {
    await shop.close();
  }
}

async function probeDuring(shop: BenchShop, work: () => Promise<unknown>): Promise<number[]> {
  const child = fork(join(rootDir, "bench/latency-probe.ts"), [`${shop.url}/healthz`], {
    execPath: projectNode,
  });
  const latencies = new Promise<number[]>((resolve, reject) => {
    child.once("message", (reply) => resolve(reply as number[]));
    child.once("exit", () => reject(new Error("the latency probe exited")));
  });
  await work();
  child.send("stop");
  return latencies;
}

/** Formats the longest latency; no request was answered if the work blocked the server all the time. */
function max(latencies: readonly number[]): string {
  return latencies.length === 0 ? "no answer" : Math.max(...latencies).toFixed(0);
}

function p99(latencies: readonly number[]): string {
  if (latencies.length === 0) return "no answer";
  const sorted = latencies.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0).toFixed(1);
}

/** Tries an unknown account; its password is hashed all the same. */
async function signIn(shop: BenchShop, email: string): Promise<void> {
  await fetch(`${shop.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: shop.url },
    body: new URLSearchParams({ email, password: "a wrong password" }),
  });
}

/** Sets the time zone, and waits until the daily metrics are rebuilt. */
async function setZone(shop: BenchShop, timeZone: string): Promise<void> {
  const page = await shop.get("/admin/settings/shop");
  const form = page.slice(page.indexOf('id="shop-title"'));
  const [, version = ""] = /name="version" value="(\d+)"/.exec(form) ?? [];
  await shop.post("/admin/settings", {
    intent: "shop",
    version,
    shopName: "Satchel",
    supportEmail: "support@satchel.example",
    timeZone,
  });
  while ((await shop.get("/admin/reports")).includes("counted anew")) await setTimeout(250);
}
