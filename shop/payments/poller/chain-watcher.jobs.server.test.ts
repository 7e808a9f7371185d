import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { eq, sql } from "drizzle-orm";
import type { Database, Db } from "#db/client.server.ts";
import { paymentAddresses } from "../tables.ts";
import { confirmOrder } from "#shop/checkout/confirm-order.server.ts";
import { orderHistory, orderOfCheckout } from "#shop/orders/orders.server.ts";
import { coreSourceFor } from "../../../tests/chains.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { collectLines } from "../../../tests/log.ts";
import {
  checkoutAtPayment,
  eventually,
  onlyBitcoin,
  startTestSandbox,
  type TestSandbox,
} from "../../../tests/make.ts";
import { addressAt } from "../wallet/address.ts";
import { ChainUnavailable, type ChainSource } from "../chain/chain.ts";
import { esploraSource } from "../chain/esplora.server.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { paymentDetails } from "../payment-details.server.ts";
import { paymentView } from "../payment-view.server.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { scheduleNextChecks } from "./schedule.server.ts";
import { type ChainWatcher, startChainWatcher } from "./chain-watcher.jobs.server.ts";

describeOnBothDatabases("the chain watcher", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: TestSandbox;
  beforeAll(async () => {
    [database, world] = await Promise.all([openFresh(), startTestSandbox()]);
    ({ db } = database);
  });
  afterAll(() => Promise.all([database.close(), world.close()]));

  const running: ChainWatcher[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()));
    await world.setFaults({ esplora: null });
  });

  const lines: string[] = [];
  const chain = () => esploraSource({ db, urls: [`${world.url}/esplora`], network: "regtest" });
  async function watch(source: ChainSource = chain()): Promise<ChainWatcher> {
    lines.length = 0;
    const watcher = await startChainWatcher(db, {
      source,
      policy,
      intervals: { watchedSeconds: 0.1, openSeconds: 0.1 },
      rateCents: () => null,
      log: collectLines(lines),
    });
    running.push(watcher);
    return watcher;
  }
  const checkout = () => checkoutAtPayment(db, { now: new Date(), addresses: world.addresses });
  const statusOf = async (checkoutId: string) =>
    (
      await paymentView(db, checkoutId, await orderOf(checkoutId), {
        policy,
        label: "Satchel",
        chainUp: true,
        now: new Date(),
      })
    )?.status;
  const receivedBy = async (checkoutId: string) =>
    (await paymentDetails(db, checkoutId)).transactions
      .filter(({ state }) => state === "confirmed")
      .reduce((sum, { sats }) => sum + sats, 0);
  /** Makes everything that is stored about payments that much older. */
  async function letHoursPass(hours: number): Promise<void> {
    const age = sql`interval '1 hour' * ${hours}::int`;
    await db.execute(
      sql`update quotes set locked_at = locked_at - ${age}, expires_at = expires_at - ${age}`,
    );
    await db.execute(sql`update payment_addresses set issued_at = issued_at - ${age}`);
    await db.execute(sql`update chain_outputs set first_seen_at = first_seen_at - ${age}`);
  }
  const orderOf = (checkoutId: string) => orderOfCheckout(db, checkoutId);

  test("sees a payment in the mempool, and settles its order with its block", async () => {
    await watch();
    const { checkout: made, visitorHash, address, sats } = await checkout();
    const confirmed = await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: made.id,
      policy,
      now: new Date(),
    });
    if (!confirmed.ok) throw new Error(confirmed.error);
    await world.pay(address, sats);
    await eventually(() => orderOf(made.id)).toMatchObject({
      paymentStatus: "detected",
      status: "pending",
    });
    await world.mine(1);
    await eventually(() => orderOf(made.id)).toMatchObject({
      id: confirmed.value.id,
      paymentStatus: "paid",
      status: "processing",
      settledAt: expect.any(Date),
    });
    expect(lines).toEqual([]);
  });

  test("a payment that the network forgets counts no more; one whose block is taken back is reversed, and settles again", async () => {
    await watch();
    const { checkout: made, address, sats } = await checkout();
    const first = await world.pay(address, sats);
    await eventually(() => statusOf(made.id)).toBe("detected");
    await world.send("POST", "/sandbox/chain/evictions", { txid: first });
    await eventually(() => statusOf(made.id)).toBe("pending");

    const second = await world.pay(address, sats, 1);
    await eventually(() => statusOf(made.id)).toBe("paid");
    await world.send("POST", "/sandbox/chain/reorgs", { depth: 1, readd: true });
    await world.send("POST", "/sandbox/chain/evictions", { txid: second });
    await eventually(() => statusOf(made.id)).toBe("reversed");
    await world.pay(address, sats, 1);
    await eventually(() => statusOf(made.id)).toBe("paid");
  });

  test("finds money on an address that was retired long ago", async () => {
    const now = new Date();
    const { address, checkout: made } = await checkoutAtPayment(db, {
      now: addMs(now, -40 * DAY_MS),
      addresses: world.addresses,
    });
    const intervals = { watchedSeconds: 5, openSeconds: 60 };
    await scheduleNextChecks(db, [address], intervals, addMs(now, -2 * DAY_MS));
    const txid = await world.pay(address, 5_000, 1);
    await watch();
    const found = async () => (await paymentDetails(db, made.id)).transactions;
    await eventually(found).toMatchObject([{ txid, state: "confirmed" }]);
    const [row] = await db
      .select({ retiredAt: paymentAddresses.retiredAt })
      .from(paymentAddresses)
      .where(eq(paymentAddresses.address, address));
    // Polled until its money is final.
    expect(row?.retiredAt).toBeNull();
  });

  test("a replaced payment counts no more, and names the transaction that took its place", async () => {
    await watch();
    const { checkout: made, address, sats } = await checkout();
    const txid = await world.pay(address, sats);
    await eventually(() => statusOf(made.id)).toBe("detected");
    const outputs = [{ address: addressAt(world.addresses.key, 9_000), sats: 600 }];
    const body = { txid, outputs };
    const next = await world.send<{ txid: string }>("POST", "/sandbox/chain/replacements", body);
    await eventually(() => statusOf(made.id)).toBe("pending");
    await eventually(async () => (await paymentDetails(db, made.id)).transactions).toMatchObject([
      { txid, state: "replaced", replacedBy: next.txid },
    ]);
  });

  test.each([
    ["an Esplora host", () => chain()],
    ["Bitcoin Core", () => coreSourceFor(world.core, world.addresses.key)],
  ])(
    "by %s a fee bump after the quote's end counts as in time; another payment then does not",
    async (_, source) => {
      await watch(source());
      const [bumped, late] = [await checkout(), await checkout()];
      const first = await world.pay(bumped.address, bumped.sats);
      await world.pay(late.address, 1_000);
      await eventually(() => statusOf(bumped.checkout.id)).toBe("detected");
      await eventually(() => statusOf(late.checkout.id)).toBe("partial");
      await letHoursPass(3);
      await world.send("POST", "/sandbox/chain/replacements", { txid: first });
      await world.pay(late.address, late.sats);
      await world.mine(1);
      await eventually(() => statusOf(bumped.checkout.id)).toBe("paid");
      await eventually(() => receivedBy(late.checkout.id)).toBe(late.sats + 1_000);
      expect(await statusOf(late.checkout.id)).toBe("review");
      const states = async () =>
        (await paymentDetails(db, bumped.checkout.id)).transactions
          .map(({ txid, state }) => `${txid === first ? "first" : "other"} ${state}`)
          .toSorted();
      // The successor is looked up after the new version was stored.
      await eventually(states).toEqual(["first replaced", "other confirmed"]);
    },
  );

  test("Bitcoin Core's news leads to an address that nothing was expected of any more", async () => {
    const core = () => coreSourceFor(world.core, world.addresses.key);
    const first = await watch(core());
    const { checkout: made, address, sats } = await checkout();
    const stored = () =>
      db.select().from(paymentAddresses).where(eq(paymentAddresses.address, address));
    await eventually(async () => (await stored())[0]?.lastCheckedAt).not.toBeNull();
    await first.stop();
    // As after a month: it is polled no more, and the next start finds nothing to poll.
    const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60_000);
    await db
      .update(paymentAddresses)
      .set({ retiredAt: longAgo, issuedAt: longAgo })
      .where(eq(paymentAddresses.address, address));
    await world.pay(address, sats, 1);
    await watch(core());
    await eventually(() => statusOf(made.id)).toBe("paid");
    expect((await stored())[0]?.retiredAt).toBeNull();
    expect(lines).toEqual([]);
  });

  test("two instances that watch the same database place one order and record its events once", async () => {
    await Promise.all([watch(), watch(), watch()]);
    const made = await Promise.all([checkout(), checkout(), checkout()]);
    for (const { address, sats } of made) await world.pay(address, sats);
    await world.mine(1);
    for (const { checkout: one } of made) {
      await eventually(() => orderOf(one.id)).toMatchObject({ paymentStatus: "paid" });
      const order = await orderOf(one.id);
      const types = (await orderHistory(db, String(order?.id))).map(({ type }) => type);
      expect(types.filter((type) => type !== "payment")).toEqual(["placed", "status"]);
    }
    expect(lines).toEqual([]);
  });

  test("what was paid while the chain could not be read is seen afterwards, and the outage is logged once", async () => {
    const source = chain();
    let failures = 0;
    const failing = (error: unknown) => {
      failures += 1;
      throw error;
    };
    const watcher = await watch({
      ...source,
      tip: () => source.tip().catch(failing),
      historyOf: (...query) => source.historyOf(...query).catch(failing),
    });
    const { checkout: made, address, sats } = await checkout();
    await world.setFaults({ esplora: "429-json" });
    await world.pay(address, sats, 1);
    await eventually(() => failures).toBeGreaterThan(2);

    expect(watcher.chainUp()).toBe(true);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 21_000 });
    expect(watcher.chainUp()).toBe(false);
    vi.useRealTimers();

    await world.setFaults({ esplora: null });
    await eventually(() => statusOf(made.id)).toBe("paid");
    expect(watcher.chainUp()).toBe(true);
    expect(lines).toEqual([
      expect.stringContaining("cannot be read"),
      expect.stringContaining("can be read again"),
    ]);
  });

  test("a source that limits its rate is requested for its newest block only, until it responds", async () => {
    const source = chain();
    const { checkout: made, address, sats } = await checkout();
    await world.pay(address, sats, 1);
    const busy = new ChainUnavailable("too many requests", 60_000);
    let refuses = true;
    let tips = 0;
    let histories = 0;
    await watch({
      ...source,
      tip: () => ((tips += 1), refuses ? Promise.reject(busy) : source.tip()),
      historyOf: (...query) => (
        (histories += 1),
        refuses ? Promise.reject(busy) : source.historyOf(...query)
      ),
    });
    await eventually(() => histories).toBeGreaterThan(0);
    // The requests of the tick that met the limit first have all been sent once the next tick has begun.
    const firstTips = tips;
    await eventually(() => tips).toBeGreaterThan(firstTips + 1);
    const [tipsBefore, before] = [tips, histories];
    await eventually(() => tips).toBeGreaterThan(tipsBefore + 4);
    expect(histories).toBe(before);
    refuses = false;
    await eventually(() => statusOf(made.id)).toBe("paid");
  });

  test("a clock that is set back while it runs keeps no payment from being seen", async () => {
    const hourAhead = Date.now() + 60 * 60_000;
    vi.useFakeTimers({ toFake: ["Date"], now: hourAhead });
    const goesOn = setInterval(() => vi.setSystemTime(Date.now() + 20), 20);
    try {
      const { checkout: made, address, sats } = await checkout();
      await watch();
      const written = async () => {
        const { lastCheckedAt } = paymentAddresses;
        const [row] = await db
          .select({ lastCheckedAt })
          .from(paymentAddresses)
          .where(eq(paymentAddresses.address, address));
        return row?.lastCheckedAt?.getTime();
      };
      await eventually(written).toBeGreaterThanOrEqual(hourAhead);
      vi.setSystemTime(Date.now() - 60 * 60_000);
      await world.pay(address, sats, 1);
      await eventually(() => statusOf(made.id)).toBe("paid");
      expect(lines.join("\n")).toContain("the clock was set back");
    } finally {
      clearInterval(goesOn);
      vi.useRealTimers();
    }
  });

  test("once stopped it sends no requests; what is paid then is seen at the next start", async () => {
    let requests = 0;
    const source = chain();
    const first = await watch({
      ...source,
      tip: () => ((requests += 1), source.tip()),
      historyOf: (...query) => ((requests += 1), source.historyOf(...query)),
    });
    const { checkout: made, address, sats } = await checkout();
    await world.pay(address, 1_000);
    await eventually(() => statusOf(made.id)).toBe("partial");
    await first.stop();
    const before = requests;
    await world.pay(address, sats - 1_000, 1);
    await watch();
    await eventually(() => statusOf(made.id)).toBe("paid");
    expect(requests).toBe(before);
  });

  test("stopping waits for every address that is being polled, though another one failed", async () => {
    const [lost, slow] = await Promise.all([checkout(), checkout()]);
    const asking = Promise.withResolvers<void>();
    const nothing = { outputs: [], complete: true };
    let answered = false;
    const source = chain();
    const watcher = await watch({
      ...source,
      historyOf: async (address) => {
        if (address === lost.address) throw new ChainUnavailable("none of the hosts");
        if (address !== slow.address) return nothing;
        asking.resolve();
        // A host that takes its time: longer than the watch sleeps between two rounds.
        await new Promise((resolve) => setTimeout(resolve, 400));
        answered = true;
        return nothing;
      },
    });
    await asking.promise;
    await watcher.stop();
    expect(answered).toBe(true);
  });

  test("a failure that has nothing to do with the chain is logged, and the watch goes on", async () => {
    let failures = 0;
    const source = chain();
    const { checkout: made, address, sats } = await checkout();
    await watch({
      ...source,
      historyOf: async (queried, query) => {
        if (queried !== address) return source.historyOf(queried, query);
        failures += 1;
        if (failures === 1) throw new Error("a fault of our own");
        return source.historyOf(queried, query);
      },
    });
    await world.pay(address, sats, 1);
    await eventually(() => statusOf(made.id)).toBe("paid");
    expect(lines.filter((line) => line.includes("a fault of our own"))).toHaveLength(1);
  });
});
