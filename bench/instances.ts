import { parseArgs } from "node:util";
import { freePort } from "../scripts/lib/postgres.mjs";
import { openInstances } from "../tests/e2e/instances.ts";
import type { Shop } from "../tests/e2e/shop.ts";
import { setApart } from "./apart.ts";
import { withDatabase } from "./databases.ts";
import { type Load, load, median, type Rate, rateOf } from "./load.ts";
import { limitShare } from "./share.ts";
import { openSpread } from "./spread.ts";

// Browsing with one process and with two on the same PostgreSQL, behind the same proxy, in turns: as fast as the
// machine lets them, and each with a fixed share of one processor, as on small machines of their own.

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    // For each process: requests that wait together share a read, so with fewer each would cost more.
    connections: { type: "string", default: "16" },
    // In percent of one processor, for each process.
    shares: { type: "string", default: "100,25,40" },
    pages: { type: "string", default: "/,/packages/2,/track-order" },
  },
});
const pages = values.pages.split(",");

/** A proxy before so many of the instances. */
interface Front {
  url: string;
  pids: number[];
  close: () => Promise<void>;
}

// Only so is what was set lifted, too, when somebody interrupts this.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

await withDatabase("postgresql", async ({ url }) => {
  const instances = await openInstances(url ?? "", 2);
  const fronts = [await openFront(instances.each.slice(0, 1)), await openFront(instances.each)];
  try {
    for (const { url: shop } of instances.each)
      for (const page of pages) await browse(`${shop}${page}`, 1);
    console.log(
      "| page | of a processor, each | 1 instance, per second | 2 instances, per second | ratio | a CPU second of 1 | of 2 | p99 1, ms | p99 2, ms |",
    );
    console.log("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (const share of values.shares.split(",").map(Number)) {
      const lift = makeSmall(
        instances.each.map(({ pid }) => pid),
        share,
      );
      if (!lift) continue;
      process.once("exit", lift);
      for (const page of pages) await compare(page, share, fronts);
      process.off("exit", lift);
      lift();
    }
  } finally {
    for (const front of fronts) await front.close();
    await instances.close();
  }
});

async function openFront(shops: readonly Shop[]): Promise<Front> {
  const port = await freePort();
  const { close } = await openSpread(
    port,
    shops.map(({ url }) => Number(new URL(url).port)),
  );
  return { url: `http://127.0.0.1:${port}`, pids: shops.map(({ pid }) => pid), close };
}

/** Asks for a page as browsers do, over as many connections as so many instances are given. */
function browse(url: string, instances: number): Promise<Load> {
  const connections = instances * Number(values.connections);
  return load(url, { connections, seconds: Number(values.seconds), gzip: true });
}

/** Has the processes be like small machines of their own; returns how to lift it, or says why it cannot be. */
function makeSmall(pids: readonly number[], share: number): (() => void) | null {
  if (share >= 100) return () => undefined;
  const free = limitShare(pids, share / 100);
  if (!free) {
    console.log(`No process could be limited to ${share} % here: that needs Linux and root.`);
    return null;
  }
  const join = setApart(pids);
  if (!join)
    console.log(
      "The instances share their processor with all else here: to set them apart needs Linux, taskset and two processors.",
    );
  return () => {
    free();
    join?.();
  };
}

/** Takes turns, so that whatever else the machine does falls on both. */
async function compare(page: string, share: number, fronts: readonly Front[]): Promise<void> {
  const told: (Load & Rate)[][] = fronts.map(() => []);
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [i, { url, pids }] of fronts.entries()) {
      const one = await rateOf(pids, () => browse(`${url}${page}`, pids.length));
      told[i]?.push(one);
      console.error(`  ${page}, ${i + 1}: ${one.perSecond.toFixed(0)}`);
    }
  const of = (side: number, what: keyof (Load & Rate)) =>
    median((told[side] ?? []).map((one) => one[what]));
  const both = (what: keyof (Load & Rate)) =>
    `${of(0, what).toFixed(0)} | ${of(1, what).toFixed(0)}`;
  const ratio = (of(1, "perSecond") / of(0, "perSecond")).toFixed(2);
  console.log(
    `| \`${page}\` | ${share} % | ${both("perSecond")} | ${ratio} | ${both("perCpuSecond")} | ${both("p99")} |`,
  );
}
