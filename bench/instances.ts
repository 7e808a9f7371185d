import { parseArgs } from "node:util";
import { freePort } from "../scripts/lib/postgres.mjs";
import { openInstances } from "../tests/e2e/instances.ts";
import { openRoundRobin } from "../tests/round-robin.ts";
import { withDatabase } from "./databases.ts";
import { type Load, load, median } from "./load.ts";
import { limitShare } from "./share.ts";

// Browsing with one process and with two on the same PostgreSQL, behind the same proxy, in turns: as fast as the
// machine lets them, and each with a share of a processor, as on small machines of their own.

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "4" },
    connections: { type: "string", default: "16" },
    // In percent of one processor, for each process.
    shares: { type: "string", default: "100,25" },
    pages: { type: "string", default: "/,/packages/2,/track-order" },
  },
});
const pages = values.pages.split(",");

await withDatabase("postgresql", async ({ url }) => {
  const instances = await openInstances(url ?? "", 2);
  const ports = instances.each.map((shop) => Number(new URL(shop.url).port));
  try {
    console.log(
      "| page | of a processor, each | 1 instance, per second | 2 instances, per second | ratio | p99 1, ms | p99 2, ms |",
    );
    console.log("|---|---:|---:|---:|---:|---:|---:|");
    for (const share of values.shares.split(",").map(Number)) {
      const pids = instances.each.map((shop) => shop.pid);
      const lift = share < 100 ? limitShare(pids, share / 100) : () => undefined;
      if (!lift) {
        console.log(`No process could be limited to ${share} % here: that needs Linux and root.`);
        continue;
      }
      try {
        await measure(ports, share);
      } finally {
        lift();
      }
    }
  } finally {
    await instances.close();
  }
});

async function measure(ports: readonly number[], share: number): Promise<void> {
  const sides = [ports.slice(0, 1), ports];
  const fronts = await Promise.all(
    sides.map(async (side) => {
      const port = await freePort();
      return {
        url: `http://127.0.0.1:${port}`,
        proxy: await openRoundRobin(port, side, { keepAlive: true }),
      };
    }),
  );
  for (const page of pages) {
    const told: Load[][] = fronts.map(() => []);
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const [i, front] of fronts.entries()) {
        const options = {
          connections: Number(values.connections),
          seconds: Number(values.seconds),
        };
        told[i]?.push(await load(`${front.url}${page}`, options));
        console.error(`  ${page}, ${i + 1}: ${told[i]?.at(-1)?.perSecond.toFixed(0)}`);
      }
    const of = (side: number, what: keyof Load) =>
      median((told[side] ?? []).map((one) => one[what]));
    console.log(
      `| \`${page}\` | ${share} % | ${of(0, "perSecond").toFixed(0)} | ${of(1, "perSecond").toFixed(0)} | ${(of(1, "perSecond") / of(0, "perSecond")).toFixed(2)} | ${of(0, "p99")} | ${of(1, "p99")} |`,
    );
  }
  for (const { proxy } of fronts) await proxy.close();
}
