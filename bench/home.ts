import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";
import { environmentOf, withDatabase } from "./databases.ts";
import { compared, load, median, rateOf } from "./load.ts";
import { openShop } from "./shop.ts";

const { values } = parseArgs({
  options: {
    databases: { type: "string", default: "postgresql,embedded" },
    connections: { type: "string", default: "1,64" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  },
});
const seconds = Number(values.seconds);

interface Server {
  url: string;
  pid: number;
}

console.log(
  "| home, for nobody known | constant, a second | home, a second | | constant, a CPU second | home, a CPU second | | p50, p99 of constant | p50, p99 of home |",
);
console.log("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
for (const database of values.databases.split(",")) {
  await withDatabase(database, async (place) => {
    const shop = await openShop(environmentOf(place));
    const page = await (await fetch(shop.url)).text();
    const constant = await openConstant(page.length);
    for (const connections of values.connections.split(",").map(Number))
      await compare(`${database}, ${connections} connections`, connections, constant, shop);
    constant.close();
    await shop.close();
  });
}

/** Takes turns, so that whatever else the machine does falls on both. */
async function compare(
  name: string,
  connections: number,
  constant: Server,
  shop: Server,
): Promise<void> {
  const ask = ({ url, pid }: Server) => rateOf([pid], () => load(url, { connections, seconds }));
  const [constants, homes]: [Awaited<ReturnType<typeof ask>>[], Awaited<ReturnType<typeof ask>>[]] =
    [[], []];
  await ask(constant);
  await ask(shop);
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    constants.push(await ask(constant));
    homes.push(await ask(shop));
    console.error(`${name}: ${constants.at(-1)?.perSecond}, ${homes.at(-1)?.perSecond}`);
  }
  const column = (name: "perSecond" | "perCpuSecond") =>
    compared(
      constants.map((one) => one[name]),
      homes.map((one) => one[name]),
    );
  const times = (all: typeof homes) =>
    `${median(all.map(({ p50 }) => p50))}, ${median(all.map(({ p99 }) => p99))} ms`;
  console.log(
    `| ${name} | ${column("perSecond")} | ${column("perCpuSecond")} | ${times(constants)} | ${times(homes)} |`,
  );
}

async function openConstant(size: number): Promise<Server & { close: () => void }> {
  const child = spawn(projectNode, [join(rootDir, "bench/constant.ts"), String(size)], {
    env: { ...process.env, NODE_ENV: "production", SANDBOX_TILL: "off" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  if (!child.stdout) throw new Error("no pipe");
  const [line] = (await once(child.stdout, "data")) as unknown[];
  return { url: String(line).trim(), pid: child.pid ?? 0, close: () => child.kill() };
}
