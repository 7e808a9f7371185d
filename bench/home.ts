import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";
import { environmentOf, withDatabase } from "./databases.ts";
import { type Load, load, median } from "./load.ts";
import { openShop } from "./shop.ts";

const { values } = parseArgs({
  options: {
    databases: { type: "string", default: "postgresql,embedded" },
    connections: { type: "string", default: "1,64" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  },
});

console.log(
  "| home, nobody signed in | connections | constant, a second | home, a second | ratio | constant p50, p99 | home p50, p99 |",
);
console.log("|---|--:|--:|--:|--:|--:|--:|");
for (const database of values.databases.split(",")) {
  await withDatabase(database, async (place) => {
    const shop = await openShop(environmentOf(place));
    const size = (await (await fetch(shop.url)).text()).length;
    const constant = await openConstant(size);
    for (const connections of values.connections.split(",").map(Number))
      await compare(database, connections, constant.url, shop.url);
    constant.close();
    await shop.close();
  });
}

/** Takes turns, so that whatever else the machine does falls on both. */
async function compare(
  database: string,
  connections: number,
  constantUrl: string,
  shopUrl: string,
): Promise<void> {
  const [constant, home]: [Load[], Load[]] = [[], []];
  const seconds = Number(values.seconds);
  for (const url of [constantUrl, shopUrl]) await load(url, { connections, seconds });
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    constant.push(await load(constantUrl, { connections, seconds }));
    home.push(await load(shopUrl, { connections, seconds }));
    console.error(
      `${database}, ${connections}: ${constant.at(-1)?.perSecond}, ${home.at(-1)?.perSecond}`,
    );
  }
  const rate = (loads: Load[]) => median(loads.map(({ perSecond }) => perSecond));
  const times = (loads: Load[]) =>
    `${median(loads.map(({ p50 }) => p50))}, ${median(loads.map(({ p99 }) => p99))} ms`;
  console.log(
    `| ${database} | ${connections} | ${rate(constant).toFixed(0)} | ${rate(home).toFixed(0)} | ${((100 * rate(home)) / rate(constant)).toFixed(0)}% | ${times(constant)} | ${times(home)} |`,
  );
}

async function openConstant(size: number): Promise<{ url: string; close: () => void }> {
  const child = spawn(projectNode, [join(rootDir, "bench/constant.ts"), String(size)], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return { url: String(line).trim(), close: () => child.kill() };
}
