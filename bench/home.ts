import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";
import { environmentOf, withDatabase } from "./bench-database.ts";
import { formatComparison, load, median, rateOf } from "./load.ts";
import { openShop } from "./bench-shop.ts";
import { numberOf, numbersOf } from "./options.ts";

const { values } = parseArgs({
  options: {
    databases: { type: "string", default: "postgresql,embedded" },
    connections: { type: "string", default: "1,64" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  },
});
const connectionCounts = numbersOf("connections", values.connections);
const rounds = numberOf("rounds", values.rounds);
const seconds = numberOf("seconds", values.seconds);

interface Server {
  url: string;
  pid: number;
}

console.log(
  "| home, anonymous | constant, per second | home, per second | | constant, per CPU second | home, per CPU second | | p50, p99 of constant | p50, p99 of home |",
);
console.log("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
for (const database of values.databases.split(",")) {
  await withDatabase(database, async (location) => {
    const shop = await openShop(environmentOf(location));
    const page = await (await fetch(shop.url)).text();
    const constant = await openStaticServer(page.length);
    for (const connections of connectionCounts)
      await compare(`${database}, ${connections} connections`, connections, constant, shop);
    constant.close();
    await shop.close();
  });
}

/** Alternates between both, so that other load on the machine affects them equally. */
async function compare(
  name: string,
  connections: number,
  constant: Server,
  shop: Server,
): Promise<void> {
  const measure = ({ url, pid }: Server) =>
    rateOf([pid], () => load(url, { connections, seconds }));
  const [constants, homes]: [
    Awaited<ReturnType<typeof measure>>[],
    Awaited<ReturnType<typeof measure>>[],
  ] = [[], []];
  await measure(constant);
  await measure(shop);
  for (let round = 1; round <= rounds; round += 1) {
    constants.push(await measure(constant));
    homes.push(await measure(shop));
    console.error(`${name}: ${constants.at(-1)?.perSecond}, ${homes.at(-1)?.perSecond}`);
  }
  const column = (name: "perSecond" | "perCpuSecond") =>
    formatComparison(
      constants.map((one) => one[name]),
      homes.map((one) => one[name]),
    );
  const times = (all: typeof homes) =>
    `${median(all.map(({ p50 }) => p50))}, ${median(all.map(({ p99 }) => p99))} ms`;
  console.log(
    `| ${name} | ${column("perSecond")} | ${column("perCpuSecond")} | ${times(constants)} | ${times(homes)} |`,
  );
}

async function openStaticServer(size: number): Promise<Server & { close: () => void }> {
  const child = spawn(projectNode, [join(rootDir, "bench/static-server.ts"), String(size)], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      SANDBOX_PROVIDERS: "off",
      SANDBOX_LIGHTNING: "off",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  if (!child.stdout) throw new Error("no pipe");
  const [line] = (await once(child.stdout, "data")) as unknown[];
  return { url: String(line).trim(), pid: child.pid ?? 0, close: () => child.kill() };
}
