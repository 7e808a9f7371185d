import { parseArgs } from "node:util";
import { openDatabase } from "#db/client.server.ts";
import { environmentOf, type Place, withDatabase } from "./databases.ts";
import { compared, load, type Rate, rateOf } from "./load.ts";
import { fillShop } from "./orders.ts";
import { openShop } from "./shop.ts";

const pages = ["/", "/packages/1", "/account", "/orders", "/admin", "/admin/orders"];

const { values } = parseArgs({
  options: {
    databases: { type: "string", default: "postgresql" },
    pages: { type: "string", default: pages.join(",") },
    orders: { type: "string", default: "1000" },
    connections: { type: "string", default: "8" },
    rounds: { type: "string", default: "4" },
    seconds: { type: "string", default: "2" },
  },
});
const seconds = Number(values.seconds);

console.log(
  "| page, signed in | rendered alone, a second | served, a second | | alone, a CPU second | served, a CPU second | |",
);
console.log("|---|--:|--:|--:|--:|--:|--:|");
for (const database of values.databases.split(",")) await withDatabase(database, compareAll);

async function compareAll(place: Place): Promise<void> {
  const { db, close } = await openDatabase(place);
  await fillShop(db, Number(values.orders), new Date());
  await close();
  const shop = await openShop(environmentOf(place), "bench/render-worker.ts");
  const { url, cookie, pid } = shop;
  const connections = Number(values.connections);
  for (const path of values.pages.split(",")) {
    const alone = () =>
      rateOf([pid], async () => {
        const perSecond = await shop.tell({ path, cookie, ms: seconds * 1000 });
        return { perSecond: Number(perSecond) };
      });
    const serve = () =>
      rateOf([pid], () => load(`${url}${path}`, { connections, seconds, cookie }));
    await serve();
    await alone();
    const [rendered, served]: [Rate[], Rate[]] = [[], []];
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      rendered.push(await alone());
      served.push(await serve());
      console.error(`${path}: ${rendered.at(-1)?.perSecond}, ${served.at(-1)?.perSecond}`);
    }
    const column = (name: "perSecond" | "perCpuSecond") =>
      compared(
        rendered.map((one) => one[name]),
        served.map((one) => one[name]),
      );
    console.log(
      `| ${place.url ? "postgresql" : "embedded"} ${path} | ${column("perSecond")} | ${column("perCpuSecond")} |`,
    );
  }
  await shop.close();
}
