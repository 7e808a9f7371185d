import { parseArgs } from "node:util";
import { freePort } from "../scripts/lib/postgres.mjs";
import { openInstances } from "../tests/e2e/instances.ts";
import type { Shop } from "../tests/e2e/shop-process.ts";
import { limitCpuShare, pinToOneCpu } from "./cpu-limits.ts";
import { withDatabase } from "./bench-database.ts";
import { type Load, load, median, type Rate, rateOf } from "./load.ts";
import { openTcpProxy } from "./tcp-proxy.ts";
import { numberOf, numbersOf } from "./options.ts";

// Page throughput of one process and of two on the same PostgreSQL behind the same proxy, alternating: without a CPU
// limit, and with each process limited to a share of one CPU, as on small machines of their own.

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    /** For each process. Concurrent requests are coalesced, so with fewer connections each page costs more. */
    connections: { type: "string", default: "16" },
    /** Percent of one CPU for each process. */
    shares: { type: "string", default: "100,25,40" },
    pages: { type: "string", default: "/,/packages/2,/track-order" },
  },
});
const connections = numberOf("connections", values.connections);
const pages = values.pages.split(",");
const rounds = numberOf("rounds", values.rounds);
const seconds = numberOf("seconds", values.seconds);
const shares = numbersOf("shares", values.shares);

/** A proxy in proxy of some of the instances. */
interface Proxy {
  url: string;
  pids: number[];
  close: () => Promise<void>;
}

// Exits normally when interrupted, so that the CPU limits are removed.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

await withDatabase("postgresql", async ({ url }) => {
  const instances = await openInstances(url ?? "", 2);
  const proxies = [await openProxy(instances.each.slice(0, 1)), await openProxy(instances.each)];
  try {
    for (const { url: shop } of instances.each)
      for (const page of pages) await browse(`${shop}${page}`, 1);
    console.log(
      "| page | CPU share, each | 1 instance, per second | 2 instances, per second | ratio | per CPU second of 1 | of 2 | p99 1, ms | p99 2, ms |",
    );
    console.log("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (const share of shares) {
      const removeLimits = limitCpu(
        instances.each.map(({ pid }) => pid),
        share,
      );
      if (!removeLimits) continue;
      process.once("exit", removeLimits);
      for (const page of pages) await compare(page, share, proxies);
      process.off("exit", removeLimits);
      removeLimits();
    }
  } finally {
    for (const proxy of proxies) await proxy.close();
    await instances.close();
  }
});

async function openProxy(shops: readonly Shop[]): Promise<Proxy> {
  const port = await freePort();
  const { close } = await openTcpProxy(
    port,
    shops.map(({ url }) => Number(new URL(url).port)),
  );
  return { url: `http://127.0.0.1:${port}`, pids: shops.map(({ pid }) => pid), close };
}

/** Loads a page as browsers do, with the connections for so many instances. */
function browse(url: string, instances: number): Promise<Load> {
  return load(url, { connections: instances * connections, seconds, gzip: true });
}

/** Limits the processes to small machines of their own. Returns a function that removes the limits, or null. */
function limitCpu(pids: readonly number[], share: number): (() => void) | null {
  if (share >= 100) return () => undefined;
  const removeLimit = limitCpuShare(pids, share / 100);
  if (!removeLimit) {
    console.log(`CPU limit of ${share} % skipped: it needs Linux and root.`);
    return null;
  }
  const unpin = pinToOneCpu(pids);
  if (!unpin)
    console.log(
      "Instances not pinned to a CPU of their own: that needs Linux, taskset and two CPUs.",
    );
  return () => {
    removeLimit();
    unpin?.();
  };
}

/** Alternates between the proxies, so that other load on the machine affects them equally. */
async function compare(page: string, share: number, proxies: readonly Proxy[]): Promise<void> {
  const results: (Load & Rate)[][] = proxies.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [i, { url, pids }] of proxies.entries()) {
      const one = await rateOf(pids, () => browse(`${url}${page}`, pids.length));
      results[i]?.push(one);
      console.error(`  ${page}, ${i + 1}: ${one.perSecond.toFixed(0)}`);
    }
  const of = (side: number, what: keyof (Load & Rate)) =>
    median((results[side] ?? []).map((one) => one[what]));
  const both = (what: keyof (Load & Rate)) =>
    `${of(0, what).toFixed(0)} | ${of(1, what).toFixed(0)}`;
  const ratio = (of(1, "perSecond") / of(0, "perSecond")).toFixed(2);
  console.log(
    `| \`${page}\` | ${share} % | ${both("perSecond")} | ${ratio} | ${both("perCpuSecond")} | ${both("p99")} |`,
  );
}
