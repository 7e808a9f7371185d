import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { boss, insertBoss } from "#shop/loyalty/test-orders.ts";
import { coreSourceFor } from "../../../tests/chains.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import {
  checkoutAtPayment,
  roundRate,
  seenOutput,
  startTestSandbox,
  type TestSandbox,
} from "../../../tests/make.ts";
import { esploraSource } from "../chain/esplora.server.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { recordOutputs } from "../outputs.server.ts";
import { addressAt } from "../wallet/address.ts";
import { recordRefund } from "./chain-refunds.server.ts";
import { checkNextRefund } from "./refund-checks.server.ts";
import { lookUpOf, nextLookUpMs } from "./refund-state.ts";
import { reviewDetails } from "./review-details.server.ts";
import { undoDecision } from "./reviews.server.ts";

const network = "regtest";

describeOnBothDatabases("the transaction of a refund", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: TestSandbox;
  beforeAll(async () => {
    [database, world] = await Promise.all([openFresh(), startTestSandbox()]);
    ({ db } = database);
    await insertBoss(db);
  });
  afterAll(() => Promise.all([database.close(), world.close()]));

  let buyers = 5000;
  /** An address that is not the shop's. */
  const buyerAddress = () => addressAt(world.addresses.key, buyers++);
  const details = async (checkoutId: string, now: Date) => {
    const found = await reviewDetails(db, checkoutId, { policy, rate: roundRate, now });
    if (!found) throw new Error("there is no payment");
    return found;
  };
  /** Records that 5,000 of 19,990 satoshis were sent back. */
  async function refunded(now: Date, sent: { address: string; txid: string }) {
    const { addresses } = world;
    const { checkout, address } = await checkoutAtPayment(db, { now, addresses });
    const outputs = [seenOutput(19_990, { height: 1, time: now })];
    await recordOutputs(db, { address, complete: true, rateCents: null, outputs, policy, now });
    const { subject, seen } = await details(checkout.id, now);
    const why = { actor: boss, reason: "Too much", policy, now };
    const refund = { sats: 5_000, ...sent };
    const recorded = await recordRefund(db, { subject, seen, ...why, refund, network });
    if (!recorded.ok) throw new Error(recorded.error);
    return checkout.id;
  }
  const sources = {
    Esplora: () =>
      esploraSource({ db, urls: [`${world.url}/esplora`, `${world.url}/esplora2`], network }),
    "Bitcoin Core": () => coreSourceFor(world.core, world.addresses.key),
  };
  const check = (now: Date, source = sources.Esplora()) =>
    checkNextRefund(db, source, { network, now });
  const lookUp = async (checkoutId: string, now: Date) =>
    (await details(checkoutId, now)).decisions[0]?.lookUp;

  test.each([
    ["Esplora", sources.Esplora, 10],
    ["Bitcoin Core", sources["Bitcoin Core"], 20],
  ])("is followed by %s from the mempool to six confirmations", async (_name, open, days) => {
    const now = addMs(new Date(), days * DAY_MS);
    const source = open();
    const at = (minutes: number) => addMs(now, minutes * MINUTE_MS);
    const checkAt = async (minutes: number) => {
      expect(await check(addMs(at(minutes), -1), source)).toBe(false);
      await source.tip();
      expect(await check(at(minutes), source)).toBe(true);
      return lookUp(checkoutId, at(minutes));
    };
    const address = buyerAddress();
    const txid = await world.pay(address, 5_000);
    const checkoutId = await refunded(now, { address, txid });
    const seen = { state: "seen", paidSats: 5_000 };
    const confirmed = { state: "confirmed", paidSats: 5_000 };
    expect(await checkAt(0)).toEqual(seen);
    await world.mine(1);
    expect(await checkAt(1)).toEqual(confirmed);
    await world.mine(1);
    await world.send("POST", "/sandbox/chain/reorgs", { depth: 2, readd: true });
    expect(await checkAt(2)).toEqual(seen);
    await world.mine(5);
    expect(await checkAt(3)).toEqual(confirmed);
    await world.mine(1);
    expect(await checkAt(4)).toEqual(confirmed);
    expect(await check(at(60), source)).toBe(false);
  });

  test("is not found yet, and then seen", async () => {
    const now = new Date();
    const address = buyerAddress();
    const unknown = await refunded(now, { address, txid: "ab".repeat(32) });
    expect(await check(now)).toBe(true);
    expect(await lookUp(unknown, now)).toEqual({ state: "unseen", paidSats: null });
    expect(await check(now)).toBe(false);

    const nextMinute = addMs(now, MINUTE_MS);
    const txid = await world.pay(address, 5_000);
    const checkoutId = await refunded(nextMinute, { address, txid });
    expect(await check(nextMinute)).toBe(true);
    expect(await check(nextMinute)).toBe(true);
    expect(await lookUp(unknown, nextMinute)).toMatchObject({ state: "unseen" });
    expect(await lookUp(checkoutId, nextMinute)).toEqual({ state: "seen", paidSats: 5_000 });
  });

  test("that pays another address, or another amount, shows it", async () => {
    const now = addMs(new Date(), DAY_MS);
    const address = buyerAddress();
    const txid = await world.pay(buyerAddress(), 5_000, 1);
    const elsewhere = await refunded(now, { address, txid });
    const less = await refunded(now, { address, txid: await world.pay(address, 4_000, 1) });
    while (await check(now));
    expect(await lookUp(elsewhere, now)).toEqual({ state: "elsewhere", paidSats: 0 });
    expect(await lookUp(less, now)).toEqual({ state: "confirmed", paidSats: 4_000 });
  });

  test("is not looked up once the refund was undone", async () => {
    const now = addMs(new Date(), 2 * DAY_MS);
    while (await check(now));
    const checkoutId = await refunded(now, { address: buyerAddress(), txid: "cd".repeat(32) });
    const { seen, decisions } = await details(checkoutId, now);
    const why = { actor: boss, reason: "A mistake", policy, now };
    const decisionId = decisions[0]?.id ?? -1;
    expect(await undoDecision(db, { seen, ...why, decisionId })).toMatchObject({
      ok: true,
    });
    expect(await check(now)).toBe(false);
  });
});

test("a refund's transaction is looked up less often with time, and for two weeks", () => {
  const unseen = { state: "unseen", paidSats: null } as const;
  const pause = (age: number) => nextLookUpMs(unseen, { confirmations: 0, age });
  expect(pause(0)).toBe(MINUTE_MS);
  expect(pause(2 * HOUR_MS)).toBe(10 * MINUTE_MS);
  expect(pause(2 * DAY_MS)).toBe(HOUR_MS);
  expect(pause(14 * DAY_MS + 1)).toBeNull();
  const elsewhere = { state: "elsewhere", paidSats: 0 } as const;
  expect(nextLookUpMs(elsewhere, { confirmations: 0, age: 0 })).toBeNull();
  const confirmed = { state: "confirmed", paidSats: 5_000 } as const;
  expect(nextLookUpMs(confirmed, { confirmations: 5, age: 0 })).toBe(MINUTE_MS);
  expect(nextLookUpMs(confirmed, { confirmations: 6, age: 0 })).toBeNull();
});

test("several outputs to the refund's address are added up", () => {
  const outputs = [
    { sats: 1, script: "aa" },
    { sats: 2, script: "bb" },
    { sats: 4, script: "aa" },
  ];
  expect(lookUpOf({ outputs, block: null }, "aa")).toEqual({ state: "seen", paidSats: 5 });
});
