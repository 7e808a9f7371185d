import fc from "fast-check";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { fastCheckOptions, TIME_LIMIT_MS } from "../../../tests/lifecycle/run-scenario.ts";
import { lies, startLyingHost } from "../../../tests/lying-host.ts";
import { checkoutAtPayment, startTestSandbox, type TestSandbox } from "../../../tests/make.ts";
import { loadFacts } from "../facts.server.ts";
import { assess } from "../model/assess.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { readHistoryQuery, recordOutputs } from "../outputs.server.ts";
import { reassessUnfinalized } from "../payments.server.ts";
import { recordTip } from "../poller/watch.server.ts";
import { chainOutputs } from "../tables.ts";
import { ChainUnavailable, type ChainSource } from "./chain.ts";
import { esploraSource } from "./esplora.server.ts";

const RUNS = { embedded: 30, postgresql: 30 };
const HOSTS = 3;
/** Longer than any backoff, and than a host is set aside. */
const PAUSE_MS = 61 * 60_000;

const liesByHost = fc.array(fc.subarray([...lies], { maxLength: 3 }), {
  minLength: HOSTS,
  maxLength: HOSTS,
});
const step = fc.oneof(
  fc.record({ act: fc.constant("pay" as const), percent: fc.constantFrom(2, 50, 99, 100, 150) }),
  fc.record({ act: fc.constant("mine" as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    act: fc.constant("reorg" as const),
    depth: fc.integer({ min: 1, max: 2 }),
    readd: fc.boolean(),
  }),
  { weight: 4, arbitrary: fc.record({ act: fc.constant("poll" as const), liesByHost }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface TrueOutput {
  txid: string;
  vout: number;
  sats: number;
  blockHash: string;
}

describeOnBothDatabases("hosts that lie", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: TestSandbox;
  let hosts: Awaited<ReturnType<typeof startLyingHost>>[];
  beforeAll(async () => {
    [database, world] = await Promise.all([openFresh(), startTestSandbox()]);
    ({ db } = database);
    hosts = await Promise.all(
      Array.from({ length: HOSTS }, () => startLyingHost(`${world.url}/esplora`)),
    );
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() =>
    Promise.all([database.close(), world.close(), ...hosts.map(({ close }) => close())]),
  );

  /** The confirmed outputs to the address, as the chain has them. */
  async function trueOutputs(address: string): Promise<TrueOutput[]> {
    const txs = await world.get<
      {
        txid: string;
        vout: { value: number; scriptpubkey_address?: string }[];
        status: { confirmed: boolean; block_hash?: string };
      }[]
    >(`/esplora/address/${address}/txs`);
    return txs.flatMap(({ txid, vout, status }) =>
      vout.flatMap((output, n) =>
        status.block_hash !== undefined && output.scriptpubkey_address === address
          ? [{ txid, vout: n, sats: output.value, blockHash: status.block_hash }]
          : [],
      ),
    );
  }

  async function poll(source: ChainSource, address: string): Promise<void> {
    const now = new Date();
    const known = (error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      return null;
    };
    const tip = await source.tip().catch(known);
    if (tip && (await recordTip(db, tip, now))) await reassessUnfinalized(db, policy, now);
    const history = await source
      .historyOf(address, await readHistoryQuery(db, address))
      .catch(known);
    if (history) await recordOutputs(db, { address, ...history, policy, rateCents: null, now });
  }

  async function stored(address: string) {
    const rows = await db.select().from(chainOutputs).where(eq(chainOutputs.address, address));
    return rows.flatMap(({ txid, vout, sats, blockHash, state }) =>
      state === "confirmed" && blockHash !== null ? [{ txid, vout, sats, blockHash }] : [],
    );
  }

  async function run(steps: Step[]): Promise<void> {
    // The sandbox mines by the real clock.
    vi.useRealTimers();
    const { checkout, address, sats } = await checkoutAtPayment(db, {
      now: new Date(),
      addresses: world.addresses,
    });
    const urls = hosts.map(({ url }) => url);
    const source = esploraSource({ db, urls, network: "regtest" });
    /** Everything that was ever true: a host may leave out what came after. */
    const everTrue: TrueOutput[] = [];
    let everCovered = false;
    const isPaid = async () => {
      const facts = await loadFacts(db, checkout.id);
      const assessed = assess({ ...facts, priceCents: 1499, settledAt: null }, policy, new Date());
      return isSettled(assessed.status);
    };
    const covers = (outputs: TrueOutput[]) =>
      outputs.reduce((sum, output) => sum + output.sats, 0) >= sats - Math.floor(sats / 100);

    for (const step of steps) {
      if (step.act === "pay") await world.pay(address, Math.ceil((sats * step.percent) / 100));
      else if (step.act === "mine") await world.mine(step.count);
      else if (step.act === "reorg") {
        const { depth, readd } = step;
        await world.send("POST", "/sandbox/chain/reorgs", { depth, readd }).catch(() => null);
      } else {
        for (const [i, host] of hosts.entries()) host.setLies(...(step.liesByHost[i] ?? []));
        await poll(source, address);
      }
      const now = await trueOutputs(address);
      everTrue.push(...now);
      everCovered ||= covers(now);
      for (const output of await stored(address)) expect(everTrue).toContainEqual(output);
      if (await isPaid()) expect(everCovered, "settled by true payments only").toBe(true);
    }

    // From now on one host is honest, and the other two do not change.
    await world.mine(1);
    hosts[0]?.setLies();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + PAUSE_MS });
    for (let turn = 0; turn < 2 * HOSTS; turn += 1) await poll(source, address);
    const now = await trueOutputs(address);
    expect((await stored(address)).toSorted(byOutpoint)).toEqual(now.toSorted(byOutpoint));
    expect(await isPaid()).toBe(covers(now));
  }

  test(
    "settle nothing that the chain does not hold, and hide nothing that an honest host reports",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), run),
        fastCheckOptions(RUNS[database.kind]),
      );
    },
    TIME_LIMIT_MS,
  );
});

function byOutpoint(a: TrueOutput, b: TrueOutput): number {
  return a.txid.localeCompare(b.txid) || a.vout - b.vout;
}
