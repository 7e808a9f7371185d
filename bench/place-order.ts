import { fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { createCookie } from "react-router";
import { type Database, openDatabase } from "#db/client.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { bareOrders } from "./bare-orders.ts";
import { type ReadyCheckout, readyCheckouts } from "./checkouts.ts";
import { environmentOf, type Place, withDatabase } from "./databases.ts";
import type { Posts } from "./posts.ts";
import { type BenchedShop, openShop } from "./shop.ts";

const { values } = parseArgs({
  options: {
    databases: { type: "string", default: "postgresql,embedded" },
    "in-flight": { type: "string", default: "1,8,32" },
    orders: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    // The owner wants none: what is left is the orders alone.
    "without-mails": { type: "boolean", default: false },
  },
});
const orders = Number(values.orders);
const rounds = Number(values.rounds);
const concurrencies = values["in-flight"].split(",").map(Number);

/** Orders per second, and what the one reaches of the other. */
interface Rates {
  shop: number;
  bare: number;
  ratio: number;
}

console.log("| database, in flight | orders/s over HTTP | bare loop | ratio |");
console.log("|---|---:|---:|---:|");
for (const kind of values.databases.split(",")) {
  // The shop and the bare loop have a database each, filled alike.
  const table = await withDatabase(kind, (ofShop) =>
    withDatabase(kind, (ofLoop) => compare(ofShop, ofLoop)),
  );
  for (const [inFlight, { shop, bare, ratio }] of table)
    console.log(
      `| ${kind}, ${inFlight} | ${shop.toFixed(0)} | ${bare.toFixed(0)} | ${(100 * ratio).toFixed(0)} % |`,
    );
}

async function compare(ofShop: Place, ofLoop: Place): Promise<Map<number, Rates>> {
  const forShop = await fill(ofShop);
  const forLoop = await fill(ofLoop);
  const shop = await openShop(environmentOf(ofShop));
  const poster = startPoster(shop);
  const bare = await bareOrders(ofLoop, forLoop.shift() ?? []);
  const rates = new Map<number, Rates>();
  try {
    // A round to warm up, by both.
    await poster.confirm(forShop.shift() ?? [], 8);
    await shop.whileStopped(() => bare.confirm(forLoop.shift() ?? [], 8));
    for (const inFlight of concurrencies) {
      const measured: Rates[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const shopTook = await poster.confirm(forShop.shift() ?? [], inFlight);
        const bareTook = await shop.whileStopped(() =>
          bare.confirm(forLoop.shift() ?? [], inFlight),
        );
        measured.push({
          shop: orders / shopTook,
          bare: orders / bareTook,
          ratio: bareTook / shopTook,
        });
        console.error(
          `  ${inFlight} in flight: ${(orders / shopTook).toFixed(0)} of ${(orders / bareTook).toFixed(0)}`,
        );
      }
      // The machine is not the same from one second to the next: each round is compared with itself.
      rates.set(inFlight, {
        shop: median(measured.map(({ shop }) => shop)),
        bare: median(measured.map(({ bare }) => bare)),
        ratio: median(measured.map(({ ratio }) => ratio)),
      });
    }
    return rates;
  } finally {
    poster.stop();
    await bare.close();
    await shop.close();
  }
}

/** As many batches as are confirmed; the shop has its first account, who is told of every order. */
async function fill(where: Place): Promise<ReadyCheckout[][]> {
  const database: Database = await openDatabase(where);
  const batches: ReadyCheckout[][] = [];
  await seedCatalog(database.db);
  if (values["without-mails"])
    for (const name of ["orderConfirmation", "newOrders"])
      await database.db.insert(settings).values({ name, value: false });
  for (let i = 0; i < rounds * concurrencies.length + 2; i += 1)
    batches.push(await readyCheckouts(database.db, { prefix: `v${i}-`, count: orders }));
  await database.close();
  return batches;
}

function startPoster(shop: BenchedShop) {
  const child = fork(new URL("posts.ts", import.meta.url));
  const cookie = createCookie("satchel_visitor");
  return {
    /** Seconds in which all of them were confirmed. */
    confirm: async (checkouts: ReadyCheckout[], inFlight: number): Promise<number> => {
      const forms = await Promise.all(
        checkouts.map(async ({ id, token }) => ({
          cookie: (await cookie.serialize(token)).split(";")[0] ?? "",
          body: `intent=confirm&checkoutId=${id}`,
        })),
      );
      const posts: Posts = {
        url: `${shop.url}/checkout`,
        inFlight,
        forms,
        leadsTo: "/track-order?orderId=",
      };
      child.send(posts);
      const [seconds] = (await once(child, "message")) as unknown[];
      if (typeof seconds !== "number") throw new Error(String(seconds));
      return seconds;
    },
    stop: () => child.disconnect(),
  };
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
