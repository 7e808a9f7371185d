// Whole purchases per second over HTTP, beside a bare loop of the statements that a purchase needs at least.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { HDKey } from "@scure/bip32";
import { OperatorError } from "#db/errors.ts";
import { openDatabase } from "#db/open-database.server.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { addressKeys } from "#shop/payments/tables.ts";
import { parseAccountKey } from "#shop/payments/wallet/address.ts";
import type { BareOrder } from "./bare-purchases.ts";
import { type DatabaseLocation, environmentOf, withDatabase } from "./bench-database.ts";
import { type BenchShop, openShop } from "./bench-shop.ts";
import {
  type PurchaseOrder,
  type PurchaseStep,
  purchaseSteps,
  type PurchaseTimes,
  type RequestKind,
  requestKinds,
} from "./buyers.ts";
import { median, percentile, rateOf, residentMegabytes } from "./load.ts";
import { numberOf, numbersOf } from "./options.ts";
import { recordStatements } from "./statements.ts";

const { values } = parseArgs({
  options: {
    databases: { type: "string", default: "postgresql,embedded" },
    "in-flight": { type: "string", default: "1,8,32" },
    purchases: { type: "string", default: "200" },
    /**
     * `paying`: every checkout gets an address of its own. `unpaid`: the gap limit window is used up, and addresses are
     * shared.
     */
    buyers: { type: "string", default: "paying,unpaid" },
    /** `pages`, as without JavaScript, and `data`, as with it. */
    requests: { type: "string", default: "pages,data" },
    /** The folder of another commit, installed and built, which is measured in turns. */
    beside: { type: "string" },
    rounds: { type: "string", default: "5" },
    /** Prints the statements that the shop sends for a purchase. */
    statements: { type: "boolean", default: false },
  },
});
const count = numberOf("purchases", values.purchases);
const rounds = numberOf("rounds", values.rounds);
const kinds = values.requests.split(",").map((text) => {
  const kind = requestKinds.find((each) => each === text);
  if (!kind) throw new OperatorError(`--requests is pages, data or both, not "${text}".`);
  return kind;
});
const buyerKinds = values.buyers.split(",");
const unknown = buyerKinds.find((kind) => kind !== "paying" && kind !== "unpaid");
if (unknown !== undefined)
  throw new OperatorError(`--buyers is paying, unpaid or both, not "${unknown}".`);
const concurrencies = numbersOf("in-flight", values["in-flight"]);
/** Purchases whose statements are counted. */
const COUNTED = 40;

const table = [
  `| database, buyers, at a time, requests | purchases/s | bare loop/s | ratio | p50, p99 of a purchase, ms | CPU of the shop, ms | account : select |${values.beside ? " purchases/s, CPU beside |" : ""}`,
  `|---|---:|---:|---:|---:|---:|---:|${values.beside ? "---:|" : ""}`,
];
const stepTable = [
  `| p50, p95, p99, ms | ${purchaseSteps.join(" | ")} |`,
  `|---|${purchaseSteps.map(() => "---:").join("|")}|`,
];
const notes: string[] = [];
for (const database of values.databases.split(","))
  for (const buyers of buyerKinds)
    await withDatabase(database, async (location) => {
      const { beside } = values;
      if (beside === undefined) return measure(location, buyers);
      await withDatabase(database, (other) =>
        measure(location, buyers, { location: other, folder: beside }),
      );
    });
console.log([...table, "", ...stepTable, "", ...notes].join("\n"));

async function measure(
  location: DatabaseLocation,
  buyerKind: string,
  beside?: { location: DatabaseLocation; folder: string },
): Promise<void> {
  const kind = location.url ? "postgresql" : "embedded";
  const shop = await open(location, buyerKind);
  const other = beside && (await open(beside.location, buyerKind, beside.folder));
  const buyers = startChild("buyers.ts");
  const bare = startChild("bare-purchases.ts", location.url ? [location.url] : []);
  await bare.reply();
  let first = 1;
  const buy = async (at: BenchShop, requests: RequestKind, inFlight: number, many: number) => {
    const order = { url: at.url, requests, inFlight, count: many, first } satisfies PurchaseOrder;
    first += many;
    const times = (await buyers.send(order)) as PurchaseTimes;
    return { perSecond: many / times.seconds, times };
  };
  const buyAndMeasure = (at: BenchShop, requests: RequestKind, inFlight: number) =>
    rateOf([at.pid], () => buy(at, requests, inFlight, count));
  try {
    // Warm-up.
    for (const requests of kinds)
      for (const at of other ? [shop, other] : [shop]) await buy(at, requests, 8, count);
    await bare.send({ inFlight: 8, count } satisfies BareOrder);
    const runs = kinds.flatMap((requests) =>
      concurrencies.map((inFlight) => ({ requests, inFlight })),
    );
    for (const { requests, inFlight } of runs) {
      const done: Awaited<ReturnType<typeof buyAndMeasure>>[] = [];
      const limits: number[] = [];
      const rates: number[] = [];
      const costs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const ours = await buyAndMeasure(shop, requests, inFlight);
        done.push(ours);
        limits.push(count / Number(await bare.send({ inFlight, count } satisfies BareOrder)));
        if (!other) continue;
        const theirs = await buyAndMeasure(other, requests, inFlight);
        rates.push(ours.perSecond / theirs.perSecond);
        costs.push(theirs.perCpuSecond / ours.perCpuSecond);
      }
      const rate = median(done.map(({ perSecond }) => perSecond));
      const ratio = median(done.map(({ perSecond }, i) => perSecond / (limits[i] ?? NaN)));
      const whole = done.flatMap(({ times }) => times.whole);
      const timesOf = (step: PurchaseStep) => done.flatMap(({ times }) => times.steps[step]);
      const cpu = 1000 / median(done.map(({ perCpuSecond }) => perCpuSecond));
      const name = `${kind}, ${buyerKind}, ${inFlight}, ${requests}`;
      const account = median(timesOf("account")) / median(timesOf("select"));
      const compared = other ? ` ${median(rates).toFixed(2)}, ${median(costs).toFixed(2)} |` : "";
      table.push(
        `| ${name} | ${rate.toFixed(0)} | ${median(limits).toFixed(0)} | ${(100 * ratio).toFixed(0)} % | ${percentiles(whole, [0.5, 0.99])} | ${cpu.toFixed(1)} | ${account.toFixed(1)} |${compared}`,
      );
      const cells = purchaseSteps.map((step) => percentiles(timesOf(step), [0.5, 0.95, 0.99]));
      stepTable.push(`| ${name} | ${cells.join(" | ")} |`);
    }
    notes.push(
      `${kind}, ${buyerKind}: ${residentMegabytes(shop.pid).toFixed(0)} MB of memory afterwards.`,
    );
    if (location.url) await countStatements(location.url, () => buy(shop, "pages", 1, COUNTED));
  } finally {
    buyers.stop();
    bare.stop();
    await Promise.all([shop.close(), other?.close()]);
  }
}

/** Opens a shop on an empty database, with the program in this folder. */
async function open(location: DatabaseLocation, buyers: string, folder?: string) {
  const env = {
    ...environmentOf(location),
    BITCOIN_XPUB: await prepare(location, buyers),
    TRUSTED_PROXIES: "127.0.0.1",
    // As in live mode: the sandbox polls thirty times as often.
    CHAIN_POLL_SECONDS: "30",
  };
  return openShop(env, folder);
}

/** Counts the statements of a purchase, those that begin and commit transactions included. */
async function countStatements(url: string, buy: () => Promise<unknown>): Promise<void> {
  const sent = await recordStatements(url, COUNTED, buy);
  if (!sent) {
    notes.push("Statements were not counted: this server has no pg_stat_statements.");
    return;
  }
  const perPurchase = (calls: number) => (calls / COUNTED).toFixed(1);
  const of = (pattern: RegExp) =>
    perPurchase(
      sent.filter(({ text }) => pattern.test(text)).reduce((sum, { calls }) => sum + calls, 0),
    );
  notes.push(`${of(/./)} statements for a purchase, ${of(/^begin/i)} explicit transactions.`);
  if (values.statements)
    for (const { text, calls } of sent)
      notes.push(`  ${perPurchase(calls)} ${text.replaceAll(/\s+/g, " ").slice(0, 200)}`);
}

/**
 * Fills the catalog, and returns an account key. For paying buyers it has money at a high index: as in a busy shop, every
 * checkout gets an address of its own within the gap limit.
 */
async function prepare(location: DatabaseLocation, buyers: string): Promise<string> {
  const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), {
    private: 0x04358394,
    public: 0x043587cf,
  }).derive("m/84'/1'/0'").publicExtendedKey;
  const parsed = parseAccountKey(xpub, "regtest");
  if (!parsed.ok) throw new Error(parsed.error);
  const { db, close } = await openDatabase(location);
  await seedCatalog(db);
  const usedIndex = buyers === "paying" ? 1_000_000 : -1;
  await db.insert(addressKeys).values({ key: parsed.value.id, usedIndex });
  await close();
  return xpub;
}

function startChild(program: string, args: string[] = []) {
  const child: ChildProcess = fork(new URL(program, import.meta.url), args);
  const reply = async (): Promise<unknown> => {
    const [message] = (await once(child, "message")) as unknown[];
    return message;
  };
  return {
    reply,
    /** Sends a message and returns the reply; throws if that is an error message. */
    send: async (message: object): Promise<unknown> => {
      const replied = reply();
      child.send(message);
      const result = await replied;
      if (typeof result === "string") throw new Error(result);
      return result;
    },
    stop: () => child.disconnect(),
  };
}

function percentiles(times: readonly number[], shares: readonly number[]): string {
  return shares.map((share) => percentile(times, share).toFixed(0)).join(", ");
}
