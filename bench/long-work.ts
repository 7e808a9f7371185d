import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "#db/client.server.ts";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";
import { environmentOf, type Place, withDatabase } from "./databases.ts";
import { fillShop } from "./orders.ts";
import { type BenchedShop, openShop } from "./shop.ts";

// How long others wait while the shop does its longest work: `/healthz`, which asks the database one small thing.

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "50000" },
    databases: { type: "string", default: "postgresql,embedded" },
    seconds: { type: "string", default: "3" },
  },
});
const size = Number(values.size);
const ms = Number(values.seconds) * 1000;

type Work = (shop: BenchedShop, turn: number) => Promise<unknown>;

const zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC"];
let orderIds: string[] = [];
const works: [name: string, work: Work][] = [
  ["Export of all orders", (shop) => shop.post("/admin/orders/export", {})],
  ["Report of a year", (shop) => shop.get("/admin/reports?period=year")],
  ["Search of one letter that hardly any order has", (shop) => shop.get("/admin/orders?q=%2B")],
  ["Search of one that hardly any customer has", (shop) => shop.get("/admin/customers?q=%2B")],
  [
    "Invoices, one after the other",
    (shop, turn) => shop.get(`/orders/${orderIds[turn % orderIds.length]}/invoice`),
  ],
  [
    "Passwords, eight at once",
    (shop, turn) =>
      Promise.all(
        Array.from({ length: 8 }, (_, i) => signIn(shop, `nobody${turn}-${i}@x.example`)),
      ),
  ],
  ["Time zone changed: all figures anew", (shop, turn) => setZone(shop, zones[turn % 4] ?? "UTC")],
];

console.log(
  `| ${size.toLocaleString("en")} orders | p99 idle, ms | p99 meanwhile, ms | longest, ms | times done |`,
);
console.log("|---|---:|---:|---:|---:|");
for (const kind of values.databases.split(","))
  await withDatabase(kind, (place) => measure(kind, place));

async function measure(kind: string, place: Place): Promise<void> {
  console.error(`${kind}: filling ${size} orders …`);
  const database = await openDatabase(place);
  await fillShop(database.db, size, new Date());
  await database.close();
  const shop = await openShop(environmentOf(place));
  try {
    const list = await shop.get("/admin/orders?status=completed");
    orderIds = [...new Set(list.match(/(?<=\/orders\/)[A-Z0-9]{7}/g))];
    if (orderIds.length === 0) throw new Error("no order in the list");
    for (const [name, work] of works) {
      const idle = await pulseDuring(shop, () => setTimeout(ms));
      let turn = 0;
      const busy = await pulseDuring(shop, async () => {
        for (const until = performance.now() + ms; performance.now() < until; turn += 1)
          await work(shop, turn);
      });
      console.log(
        `| ${name}, ${kind} | ${p99(idle)} | ${p99(busy)} | ${longest(busy)} | ${turn} |`,
      );
    }
  } finally {
    await shop.close();
  }
}

async function pulseDuring(shop: BenchedShop, work: () => Promise<unknown>): Promise<number[]> {
  const child = fork(join(rootDir, "bench/pulse.ts"), [`${shop.url}/healthz`], {
    execPath: projectNode,
  });
  const told = new Promise<number[]>((resolve, reject) => {
    child.once("message", (taken) => resolve(taken as number[]));
    child.once("exit", () => reject(new Error("nobody asked any more")));
  });
  await work();
  child.send("stop");
  return told;
}

/** In words where the work was done before anybody was answered. */
function longest(taken: readonly number[]): string {
  return taken.length === 0 ? "all of it" : Math.max(...taken).toFixed(0);
}

function p99(taken: readonly number[]): string {
  if (taken.length === 0) return "all of it";
  const sorted = taken.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0).toFixed(1);
}

/** With a password that is nobody's: it is hashed all the same. */
async function signIn(shop: BenchedShop, email: string): Promise<void> {
  await fetch(`${shop.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: shop.url },
    body: new URLSearchParams({ email, password: "nobody's password" }),
  });
}

/** Until all orders are counted by the days of that zone. */
async function setZone(shop: BenchedShop, timeZone: string): Promise<void> {
  const page = await shop.get("/admin/settings");
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
