// Orders placed per second over HTTP, by checkouts that only have to be confirmed.
import { fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { createCookie } from "react-router";
import { openDatabase } from "#db/client.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { environmentOf, type DatabaseLocation, withDatabase } from "./bench-database.ts";
import { type BenchShop, openShop } from "./bench-shop.ts";
import type { FormBatch } from "./form-poster.ts";
import { median } from "./load.ts";
import { insertReadyCheckouts, type ReadyCheckout } from "./ready-checkouts.ts";
import { numberOf, numbersOf } from "./options.ts";

const { values } = parseArgs({
  options: {
    databases: { type: "string", default: "postgresql,embedded" },
    "in-flight": { type: "string", default: "1,8,32" },
    orders: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    /** Turns the mails about orders off. */
    "without-mails": { type: "boolean", default: false },
  },
});
const orders = numberOf("orders", values.orders);
const rounds = numberOf("rounds", values.rounds);
const concurrencies = numbersOf("in-flight", values["in-flight"]);

console.log("| database, in flight | orders/s over HTTP |");
console.log("|---|---:|");
for (const database of values.databases.split(",")) await withDatabase(database, measure);

async function measure(location: DatabaseLocation): Promise<void> {
  const batches = await insertCheckouts(location);
  const shop = await openShop(environmentOf(location));
  const poster = startPoster(shop);
  try {
    // Warm-up.
    await poster.confirm(batches.shift() ?? [], 8);
    for (const inFlight of concurrencies) {
      const rates: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        rates.push(orders / (await poster.confirm(batches.shift() ?? [], inFlight)));
      console.log(
        `| ${location.url ? "postgresql" : "embedded"}, ${inFlight} | ${median(rates).toFixed(0)} |`,
      );
    }
  } finally {
    poster.stop();
    await shop.close();
  }
}

/** Fills the database with one batch of checkouts for each round and one for the warm-up. */
async function insertCheckouts(location: DatabaseLocation): Promise<ReadyCheckout[][]> {
  const { db, close } = await openDatabase(location);
  const batches: ReadyCheckout[][] = [];
  await seedCatalog(db);
  if (values["without-mails"])
    for (const name of ["orderConfirmation", "newOrders"])
      await db.insert(settings).values({ name, value: false });
  for (let i = 0; i < rounds * concurrencies.length + 1; i += 1)
    batches.push(await insertReadyCheckouts(db, { prefix: `v${i}-`, count: orders }));
  await close();
  return batches;
}

function startPoster(shop: BenchShop) {
  const child = fork(new URL("form-poster.ts", import.meta.url));
  const cookie = createCookie("satchel_visitor");
  return {
    /** Confirms all checkouts, and returns the seconds it took. */
    confirm: async (checkouts: ReadyCheckout[], inFlight: number): Promise<number> => {
      const forms = await Promise.all(
        checkouts.map(async ({ id, token }) => ({
          cookie: (await cookie.serialize(token)).split(";")[0] ?? "",
          body: `intent=confirm&checkoutId=${id}`,
        })),
      );
      const batch: FormBatch = {
        url: `${shop.url}/checkout`,
        inFlight,
        forms,
        redirectsTo: "/track-order?orderId=",
      };
      child.send(batch);
      const [seconds] = (await once(child, "message")) as unknown[];
      if (typeof seconds !== "number") throw new Error(String(seconds));
      return seconds;
    },
    stop: () => child.disconnect(),
  };
}
