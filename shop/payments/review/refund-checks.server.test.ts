import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { boss, insertBoss } from "#shop/loyalty/test-orders.ts";
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
  const check = (now: Date) => {
    const { transactionOf } = esploraSource({
      db,
      urls: [`${world.url}/esplora`, `${world.url}/esplora2`],
      network,
    });
    if (!transactionOf) throw new Error("it cannot look up transactions");
    return checkNextRefund(db, { transactionOf }, { network, now });
  };
  const lookUp = async (checkoutId: string, now: Date) =>
    (await details(checkoutId, now)).decisions[0]?.lookUp;

  test("is not found yet, then seen, then confirmed by its proof, and then no longer looked up", async () => {
    const now = new Date();
    const address = buyerAddress();
    const unknown = await refunded(now, { address, txid: "ab".repeat(32) });
    expect(await check(now)).toBe(true);
    expect(await lookUp(unknown, now)).toEqual({ state: "unseen", paidSats: null });
    expect(await check(now)).toBe(false);

    const txid = await world.pay(address, 5_000);
    const checkoutId = await refunded(now, { address, txid });
    await check(now);
    expect(await lookUp(checkoutId, now)).toEqual({ state: "seen", paidSats: 5_000 });
    await world.mine(1);
    const later = addMs(now, MINUTE_MS);
    expect(await check(addMs(later, -1))).toBe(false);
    expect(await check(later)).toBe(true);
    expect(await check(later)).toBe(true);
    expect(await lookUp(checkoutId, later)).toEqual({ state: "confirmed", paidSats: 5_000 });
    expect(await lookUp(unknown, later)).toMatchObject({ state: "unseen" });
    await check(addMs(now, HOUR_MS));
    expect(await check(addMs(now, HOUR_MS))).toBe(false);
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
  expect(nextLookUpMs(unseen, 0)).toBe(MINUTE_MS);
  expect(nextLookUpMs(unseen, 2 * HOUR_MS)).toBe(10 * MINUTE_MS);
  expect(nextLookUpMs(unseen, 2 * DAY_MS)).toBe(HOUR_MS);
  expect(nextLookUpMs(unseen, 14 * DAY_MS + 1)).toBeNull();
  expect(nextLookUpMs({ state: "elsewhere", paidSats: 0 }, 0)).toBeNull();
});

test("several outputs to the refund's address are added up", () => {
  const outputs = [
    { sats: 1, script: "aa" },
    { sats: 2, script: "bb" },
    { sats: 4, script: "aa" },
  ];
  expect(lookUpOf({ outputs, block: null }, "aa")).toEqual({ state: "seen", paidSats: 5 });
});
