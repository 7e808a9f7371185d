import { parseArgs } from "node:util";
import { openDatabase } from "#db/client.server.ts";
import { environmentOf, type Place, withDatabase } from "./databases.ts";
import { load, median, type Rate, rateOf } from "./load.ts";
import { fillShop } from "./orders.ts";
import { type OpenPage, openPages } from "./pages.ts";
import { openShop } from "./shop.ts";

const { values } = parseArgs({
  options: {
    databases: { type: "string", default: "postgresql" },
    /** Names of those in `pages.ts`, or paths; all of them where none are given. */
    pages: { type: "string" },
    orders: { type: "string", default: "1000" },
    connections: { type: "string", default: "8" },
    rounds: { type: "string", default: "4" },
    seconds: { type: "string", default: "2" },
  },
});
const seconds = Number(values.seconds);

console.log(
  "| page, signed in | rendered alone, a second | asked for anew | | asked for again | | alone, a CPU second | anew | | again | |",
);
console.log("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
for (const database of values.databases.split(",")) await withDatabase(database, compareAll);

async function compareAll(place: Place): Promise<void> {
  const { db, close } = await openDatabase(place);
  await fillShop(db, Number(values.orders), new Date());
  await close();
  const shop = await openShop(environmentOf(place), "bench/render-worker.ts");
  const { url, pid } = shop;
  const connections = Number(values.connections);
  const open = await openPages(shop);
  const pages = values.pages?.split(",").map(
    (asked): OpenPage =>
      open.find(({ name, path }) => asked === name || asked === path) ?? {
        name: asked,
        path: asked,
        cookie: shop.cookie,
      },
  );
  for (const { name: page, path, cookie } of pages ?? open) {
    const alone = () =>
      rateOf([pid], async () => {
        const perSecond = await shop.tell({ path, cookie, ms: seconds * 1000 });
        return { perSecond: Number(perSecond) };
      });
    const serve = (anew: boolean) =>
      rateOf([pid], () => load(`${url}${path}`, { connections, seconds, cookie, anew }));
    await serve(true);
    await alone();
    const [rendered, anew, again]: [Rate[], Rate[], Rate[]] = [[], [], []];
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      rendered.push(await alone());
      anew.push(await serve(true));
      again.push(await serve(false));
      const rates = [rendered, anew, again].map((rounds) => rounds.at(-1)?.perSecond);
      console.error(`${page}: ${rates.join(", ")}`);
    }
    const columns = (["perSecond", "perCpuSecond"] as const).map((name) => {
      const [limit, ...served] = [rendered, anew, again].map((rounds) =>
        median(rounds.map((one) => one[name])),
      );
      const ofLimit = served.map(
        (rate) => `${rate.toFixed(0)} | ${((100 * rate) / (limit ?? 0)).toFixed(0)}%`,
      );
      return `${limit?.toFixed(0)} | ${ofLimit.join(" | ")}`;
    });
    console.log(`| ${place.url ? "postgresql" : "embedded"}, ${page} | ${columns.join(" | ")} |`);
  }
  await shop.close();
}
