import { createHash } from "node:crypto";
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Address, TEST_NETWORK } from "@scure/btc-signer";
import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { openDatabase } from "#db/open-database.server.ts";
import { esploraSource } from "#shop/payments/chain/esplora.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { startChainWatcher } from "#shop/payments/poller/chain-watcher.jobs.server.ts";
import { markWatched } from "#shop/payments/poller/watch.server.ts";
import { withDatabase } from "./bench-database.ts";
import type { Command, RequestReport } from "./esplora-stub.ts";
import { numberOf } from "./options.ts";

const regtest = Address({ ...TEST_NETWORK, bech32: "bcrt" });
/** How many of the checkouts are paid and not yet final, and how many have their page open. */
const PAID = 50;
const WATCHED = 20;
const OUTAGE_MS = 10_000;
const BLOCK_MS = 5000;

const { values } = parseArgs({
  options: {
    checkouts: { type: "string", default: "10000" },
    databases: { type: "string", default: "postgresql" },
    seconds: { type: "string", default: "60" },
    /** Seconds between two polls of a checkout; a quarter of it while its page is open. */
    interval: { type: "string", default: "60" },
  },
});
const count = numberOf("checkouts", values.checkouts);
const seconds = numberOf("seconds", values.seconds);
const openSeconds = numberOf("interval", values.interval);
const intervals = { watchedSeconds: openSeconds / 4, openSeconds };

const databases = values.databases.split(",");
const results: Record<string, string>[] = [];
for (const kind of databases)
  results.push(
    await withDatabase(kind, async (where) => {
      const database = await openDatabase(where);
      try {
        return await measure(database.db);
      } finally {
        await database.close();
      }
    }),
  );
console.log(`| ${count.toLocaleString("en")} open checkouts | ${databases.join(" | ")} |`);
console.log(`|---|${databases.map(() => "---:").join("|")}|`);
for (const name of Object.keys(results[0] ?? {}))
  console.log(`| ${name} | ${results.map((result) => result[name]).join(" | ")} |`);

async function measure(db: Db): Promise<Record<string, string>> {
  const chain = await startChain();
  console.error(`${count} checkouts …`);
  await fill(db);
  chain.send({ kind: "paid", addresses: addresses("paid", PAID), sats: 14_990 });
  // All of them are overdue: the shop was closed for an hour.
  const watcher = await startChainWatcher(db, {
    source: esploraSource({ db, urls: [chain.url], network: "regtest" }),
    policy,
    intervals,
    rateCents: () => 10_000_000,
    log: (line) => console.error(line),
  });
  const heartbeats = sendHeartbeats(db);
  try {
    await delay(intervals.openSeconds * 1000 * 0.25);
    console.error(`${seconds} s after a start …`);
    chain.send({ kind: "reset" });
    const steady = await measureRequests(chain, seconds);
    console.error("a block …");
    const atBlock = await newBlock(chain);
    console.error("an outage …");
    chain.send({ kind: "down", down: true });
    await delay(OUTAGE_MS);
    chain.send({ kind: "down", down: false });
    chain.send({ kind: "reset" });
    // The poller backs off after an outage: the minute begins with its first request.
    while (Object.keys((await chain.report()).requests).length === 0) await delay(20);
    const after = await measureRequests(chain, seconds);
    return {
      "Requests per checkout per minute": steady.perCheckout,
      "Polled within the minute": steady.reached,
      "Busiest second : mean": steady.evenness,
      "Busiest second : mean, from the end of an outage": after.evenness,
      "Requests per checkout in that minute": after.perCheckout,
      "All with an open page polled, after the first": after.openWithin,
      "Longest interval between two requests for one with an open page": steady.longest,
      "CPU of the shop, of one core": steady.cpu,
      [`A block, with ${PAID} unconfirmed payments: requests for them in ${BLOCK_MS / 1000} s`]:
        atBlock,
    };
  } finally {
    heartbeats.abort();
    await watcher.stop();
    chain.stop();
  }
}

/** Measures the requests since the last reset, and the CPU time of this process meanwhile. */
async function measureRequests(chain: Chain, seconds: number) {
  const before = process.cpuUsage();
  const began = performance.now();
  await delay(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  const took = performance.now() - began;
  const { perSecond, requests: byAddress } = await chain.report();
  const first = Math.min(...Object.values(byAddress).flat());
  const others = new Set([...addresses("paid", PAID), ...addresses("watched", WATCHED)]);
  const plain = Object.entries(byAddress).filter(([address]) => !others.has(address));
  const requests = plain.reduce((sum, [, times]) => sum + times.length, 0);
  const open = addresses("watched", WATCHED).map((address) => byAddress[address] ?? []);
  const gaps = open.flatMap((times) =>
    times.flatMap((time, i) => (i > 0 ? time - (times[i - 1] ?? 0) : [])),
  );
  const openFirst = open.map(([time = Infinity]) => time - first);
  const mean = perSecond.reduce((sum, n) => sum + n, 0) / perSecond.length;
  const plainCount = count - PAID - WATCHED;
  return {
    perCheckout: (requests / plainCount / (took / 60_000)).toFixed(3),
    reached: `${((100 * plain.length) / plainCount).toFixed(1)} %`,
    evenness: `${Math.max(...perSecond)} : ${mean.toFixed(0)} = ${(Math.max(...perSecond) / mean).toFixed(2)}`,
    openWithin: `${(Math.max(...openFirst) / 1000).toFixed(1)} s`,
    longest: `${(Math.max(0, ...gaps) / 1000).toFixed(1)} s`,
    cpu: `${((user + system) / 10 / took).toFixed(1)} %`,
  };
}

async function newBlock(chain: Chain): Promise<string> {
  chain.send({ kind: "mine" });
  await delay(intervals.watchedSeconds * 1000);
  chain.send({ kind: "mine" });
  chain.send({ kind: "reset" });
  await delay(intervals.watchedSeconds * 1000 + BLOCK_MS);
  const { requests } = await chain.report();
  const times = addresses("paid", PAID).flatMap((address) => requests[address] ?? []);
  // The block is noticed within the interval of open pages; the busiest 5 s follow it.
  const within = times.map(
    (from) => times.filter((at) => at >= from && at < from + BLOCK_MS).length,
  );
  return String(Math.max(0, ...within));
}

/** Sends the heartbeat of the open pages every ten seconds. */
function sendHeartbeats(db: Db): AbortController {
  const closed = new AbortController();
  const sendAll = async () => {
    for (const address of addresses("watched", WATCHED))
      await markWatched(db, checkoutOf(address), intervals, new Date());
  };
  const timer = setInterval(() => void sendAll(), 10_000);
  closed.signal.addEventListener("abort", () => clearInterval(timer));
  return closed;
}

/** Returns this many addresses on regtest, the same ones each time. */
function addresses(kind: string, many: number): string[] {
  return Array.from({ length: many }, (_, i) => {
    const hash = createHash("ripemd160")
      .update(`${kind}${i + 1}`)
      .digest();
    return regtest.encode({ type: "wpkh", hash });
  });
}

async function fill(db: Db): Promise<void> {
  const kinds = { paid: PAID, watched: WATCHED, plain: count - PAID - WATCHED };
  for (const [kind, many] of Object.entries(kinds)) {
    const rows = sql`select address, md5(address)::uuid as checkout
      from unnest(${sql.param(addresses(kind, many))}::text[]) as address`;
    const packageOf = JSON.stringify({
      id: "2",
      coins: 350,
      priceCents: 1499,
      discount: 0,
      popular: false,
      description: "",
    });
    await db.execute(sql`
      insert into checkouts (id, visitor_hash, package, tiktok_username, email, created_at, updated_at)
      select checkout, address, ${packageOf}::jsonb, 'mira', 'mira@example.com', now(), now() from (${rows}) r`);
    await db.execute(sql`
      insert into payment_addresses (address, checkout_id, issued_at, next_check_at)
      select address, checkout, now() - interval '1 hour', now() - interval '1 hour' from (${rows}) r`);
    await db.execute(sql`
      insert into quotes (checkout_id, address, sats, price_cents, rate_cents, sources, locked_at, expires_at)
      select checkout, address, 14990, 1499, 10000000, '["kraken"]', now(), now() + interval '1 hour' from (${rows}) r`);
  }
  await db.execute(sql`analyze`);
}

function checkoutOf(address: string): string {
  const hex = createHash("md5").update(address).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

interface Chain {
  url: string;
  send: (command: Command) => void;
  report: () => Promise<RequestReport>;
  stop: () => void;
}

async function startChain(): Promise<Chain> {
  const child = fork(new URL("esplora-stub.ts", import.meta.url));
  const nextMessage = async () => (await once(child, "message"))[0] as unknown;
  const url = (await nextMessage()) as string;
  const send = (command: Command) => void child.send(command);
  return {
    url,
    send,
    report: () => {
      const report = nextMessage() as Promise<RequestReport>;
      send({ kind: "report" });
      return report;
    },
    stop: () => child.disconnect(),
  };
}
