import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addressKeys, paymentAddresses } from "../tables.ts";
import { GAP_LIMIT } from "#shop/settings/records/payments.ts";
import { coreSourceFor } from "../../../tests/chains.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { collectLines } from "../../../tests/log.ts";
import {
  checkoutAtPayment,
  eventually,
  deleteCheckouts,
  type TestSandbox,
  seenOutput,
  startTestSandbox,
} from "../../../tests/make.ts";
import { type AccountKey, addressAt, parseAccountKey } from "./address.ts";
import { ChainUnavailable, type ChainSource } from "../chain/chain.ts";
import { esploraSource } from "../chain/esplora.server.ts";
import { startIndexCheck } from "./address-indexes.jobs.server.ts";
import { issuedAddresses, unpaidRun } from "./address-indexes.server.ts";
import { shareNextAddresses, skipUsedIndexes } from "./gap-limit-scan.server.ts";
import { recordOutputs } from "../outputs.server.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";

describeOnBothDatabases("indexes of a key", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: TestSandbox;
  let key: AccountKey;
  let branch = 100;
  beforeAll(async () => {
    [database, world] = await Promise.all([openFresh(), startTestSandbox()]);
    ({ db } = database);
  });
  afterAll(() => Promise.all([database.close(), world.close()]));
  beforeEach(async () => {
    await deleteCheckouts(db);
    // Addresses of its own for each test: the chain forgets nothing.
    const other = `/${(branch += 1)}/*`;
    const [body = ""] = world.addresses.key.descriptor.split("#");
    const parsed = parseAccountKey(body.replace("/0/*", other), "regtest");
    if (!parsed.ok) throw new Error(parsed.error);
    key = parsed.value;
  });

  const next = async () =>
    (await checkoutAtPayment(db, { now: new Date(), addresses: { kind: "xpub", key } })).address;
  const payAt = (index: number) => world.pay(addressAt(key, index), 1_000);
  const sources: [string, () => ChainSource][] = [
    ["Esplora", () => esploraSource({ db, urls: [`${world.url}/esplora`], network: "regtest" })],
    ["Bitcoin Core", () => coreSourceFor(world.core, key)],
  ];

  test.each(sources)(
    "an old copy of the database hands out no address that was paid since, by %s",
    async (_name, source) => {
      await source().tip();
      expect(await next()).toBe(addressAt(key, 0));
      await payAt(3);
      await payAt(21);
      await world.mine(1);
      await payAt(40);
      expect(await skipUsedIndexes(db, source(), key)).toBe(40);
      expect(await next()).toBe(addressAt(key, 41));
      expect(await skipUsedIndexes(db, source(), key)).toBe(0);
    },
  );

  test("a restored shop shares the addresses that may have been shown since its backup, within the gap limit", async () => {
    const source = esploraSource({ db, urls: [`${world.url}/esplora`], network: "regtest" });
    const isShared = async (address: string) => {
      const [row] = await db
        .select({ checkoutId: paymentAddresses.checkoutId })
        .from(paymentAddresses)
        .where(eq(paymentAddresses.address, address));
      return row?.checkoutId === null;
    };
    expect(await isShared(await next())).toBe(false);
    await payAt(5);
    await world.mine(1);
    await shareNextAddresses(db);
    await skipUsedIndexes(db, source, key);
    // As far as the shop may have gone on since, and the wallet looks: 20 after the last one with money.
    for (let index = 6; index <= 5 + GAP_LIMIT; index += 1) {
      const address = await next();
      expect(address).toBe(addressAt(key, index));
      expect(await isShared(address)).toBe(true);
    }
    // Money at a shared one moves the window, and new addresses go to one checkout each again.
    await payAt(5 + GAP_LIMIT);
    await world.mine(1);
    const paid = addressAt(key, 5 + GAP_LIMIT);
    await recordOutputs(db, {
      ...(await source.historyOf(paid)),
      address: paid,
      policy,
      rateCents: null,
      now: new Date(),
    });
    const alone = await next();
    expect(alone).toBe(addressAt(key, 6 + GAP_LIMIT));
    expect(await isShared(alone)).toBe(false);
    // A later start changes nothing.
    await skipUsedIndexes(db, source, key);
    expect(await isShared(await next())).toBe(false);
  });

  test("beyond twenty unused in a row it does not look, as a wallet does not", async () => {
    await payAt(20);
    const source = esploraSource({ db, urls: [`${world.url}/esplora`], network: "regtest" });
    expect(await skipUsedIndexes(db, source, key)).toBe(0);
    await payAt(19);
    expect(await skipUsedIndexes(db, source, key)).toBe(21);
  });

  test("the same key in another notation goes on with the next address", async () => {
    const first = await next();
    const [body = ""] = key.id.split("#");
    const otherwise = parseAccountKey(body.replace("wpkh(", "wpkh([00000000/84h]"), "regtest");
    if (!otherwise.ok) throw new Error(otherwise.error);
    expect(addressAt(otherwise.value, 0)).toBe(first);
    // Without a look at the chain, which may be down at the start.
    key = otherwise.value;
    expect(await next()).toBe(addressAt(key, 1));
  });

  test("two instances that start at once move the counter no further than one", async () => {
    await payAt(4);
    const source = esploraSource({ db, urls: [`${world.url}/esplora`], network: "regtest" });
    await Promise.all([skipUsedIndexes(db, source, key), skipUsedIndexes(db, source, key)]);
    const counters = await db.select().from(addressKeys);
    expect(counters.find(({ key: text }) => text === key.id)?.nextIndex).toBe(5);
  });

  test("at start the shop waits for it, but not for a chain that cannot be read", async () => {
    await payAt(2);
    const source = esploraSource({ db, urls: [`${world.url}/esplora`], network: "regtest" });
    const lines: string[] = [];
    const log = collectLines(lines);
    const down: ChainSource = {
      tip: () => Promise.reject(new ChainUnavailable("none")),
      historyOf: () => Promise.reject(new ChainUnavailable("none")),
      isUsed: () => Promise.reject(new ChainUnavailable("none")),
      transactionOf: () => Promise.reject(new ChainUnavailable("none")),
      hosts: () => [],
    };
    const failing = startIndexCheck(db, { source: down, key, log });
    await failing.tried;
    expect(await next()).toBe(addressAt(key, 0));
    await failing.stop();
    expect(lines).toEqual([]);
    const working = startIndexCheck(db, { source, key, log });
    await working.tried;
    expect(lines).toEqual(["skipped addresses that were used before: 2"]);
    expect(await next()).toBe(addressAt(key, 3));
    await working.stop();
  });

  test("the run of unpaid addresses begins after the last one that was paid", async () => {
    const addresses = { kind: "xpub" as const, key };
    expect(await unpaidRun(db, addresses)).toBe(0);
    const [, second] = [await next(), await next(), await next()];
    expect(await unpaidRun(db, addresses)).toBe(3);
    const pay = (outputs: ReturnType<typeof seenOutput>[]) =>
      recordOutputs(db, {
        address: second,
        outputs,
        complete: true,
        policy,
        rateCents: null,
        now: new Date(),
      });
    const txid = "ab".repeat(32);
    await pay([seenOutput(14_990, { txid })]);
    // In the mempool it can still be taken back.
    expect(await unpaidRun(db, addresses)).toBe(3);
    await pay([seenOutput(14_990, { txid, height: 100, time: new Date() })]);
    expect(await unpaidRun(db, addresses)).toBe(1);
    // What left the chain was no payment.
    await pay([]);
    expect(await unpaidRun(db, addresses)).toBe(3);
    expect(await unpaidRun(db, { kind: "fixed", address: second })).toBe(0);
  });

  test("what a wallet has to know: how many were handed out, and since when", async () => {
    const now = new Date();
    expect(await issuedAddresses(db, key.id, now)).toEqual({ nextIndex: 0, since: null });
    await next();
    await next();
    const { nextIndex, since } = await issuedAddresses(db, key.id, now);
    expect(nextIndex).toBe(2);
    expect(Math.abs(Number(since) - now.getTime())).toBeLessThan(60_000);
    const later = new Date(now.getTime() + 31 * 24 * 60 * 60_000);
    expect((await issuedAddresses(db, key.id, later)).since).toBeNull();
    await eventually(() => issuedAddresses(db, null, now)).toMatchObject({ nextIndex: 0 });
  });
});
