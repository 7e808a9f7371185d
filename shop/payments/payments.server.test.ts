import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { mails } from "../mail/tables.ts";
import { orderEvents, orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import { addressKeys, chainOutputs, paymentAddresses, quotes } from "./tables.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { orderOfCheckout } from "../orders/orders.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import {
  checkoutAtPayment,
  onlyBitcoin,
  placedOrder,
  roundRate,
  seenOutput,
  testKey,
} from "../../tests/make.ts";
import type { SeenOutput } from "./chain/chain.ts";
import { defaultPaymentPolicy as policy } from "./model/payment.ts";
import { recordOutputs } from "./outputs.server.ts";
import { paymentView } from "./payment-view.server.ts";
import { reassessUnfinalized } from "./payments.server.ts";
import { recordTip } from "./poller/watch.server.ts";
import { openQuote } from "./quotes.server.ts";
import { listReviews } from "./review/review-list.server.ts";
import type { AddressSource } from "./wallet/address.ts";
import { defaultSettings } from "#shop/settings/settings.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

describeOnBothDatabases("payments", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
  });
  afterEach(() => database.close());

  const view = async (checkoutId: string, now: Date) =>
    paymentView(db, checkoutId, await orderOfCheckout(db, checkoutId), {
      policy,
      label: "Satchel",
      chainUp: true,
      now,
    });
  const requote = (checkoutId: string, now: Date) =>
    openQuote(db, {
      checkoutId,
      rate: { ...roundRate, rateCents: 5_000_000 },
      addresses: { kind: "xpub", key: testKey },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now,
    });
  /** Records what a source reports as all outputs of the address. */
  const report = (address: string, outputs: SeenOutput[], now: Date) =>
    recordOutputs(db, { address, complete: true, rateCents: null, outputs, policy, now });
  const orderRows = () => db.select().from(orders);
  /** Returns the templates of the mails, sorted. */
  const mailed = async () =>
    (await db.select().from(mails)).map(({ message }) => message.template).toSorted();

  test("an unpaid checkout shows the locked amount, its rate and a URI that holds both", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    expect(await view(checkout.id, at(1))).toMatchObject({
      status: "pending",
      dueSats: 14_990,
      missingSats: 14_990,
      rateCents: 10_000_000,
      sources: ["kraken"],
      expiresAt: at(3600),
      chain: { address, uri: `bitcoin:${address}?amount=0.00014990&label=Satchel` },
    });
  });

  test("fifty checkouts at once get fifty addresses, of a wallet that looks that far", async () => {
    await db.insert(settings).values({ name: "gapLimit", value: 50 });
    const made = await Promise.all(
      Array.from({ length: 50 }, () => checkoutAtPayment(db, { now: start })),
    );
    expect(new Set(made.map(({ address }) => address)).size).toBe(50);
    const indexes = await db.select({ index: paymentAddresses.keyIndex }).from(paymentAddresses);
    expect(indexes.map(({ index }) => index).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      ...Array(50).keys(),
    ]);
    await db.delete(settings);
  });

  test("a quote that runs is given back; after its end a new one opens on the same address at the new rate", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await Promise.all([requote(checkout.id, at(10)), requote(checkout.id, at(10))]);
    expect(await db.select().from(quotes)).toHaveLength(1);
    await Promise.all([requote(checkout.id, at(3601)), requote(checkout.id, at(3601))]);
    const rows = await db.select().from(quotes).orderBy(quotes.id);
    expect(rows.map((row) => [row.address, row.sats])).toEqual([
      [address, 14_990],
      [address, 29_980],
    ]);
  });

  test("a quote holds the rate with the margin of its time", async () => {
    await db.insert(settings).values({ name: "rateMarginPercent", value: 20 });
    const { checkout } = await checkoutAtPayment(db, { now: start });
    const lowered = { rateCents: 8_000_000, marginBasisPoints: 2000, dueSats: 18_738 };
    expect(await view(checkout.id, at(0))).toMatchObject(lowered);
    await db.update(settings).set({ value: 0 });
    expect(await view(checkout.id, at(60))).toMatchObject(lowered);
    await requote(checkout.id, at(4000));
    expect(await view(checkout.id, at(4000))).toMatchObject({
      rateCents: 5_000_000,
      marginBasisPoints: 0,
      dueSats: 29_980,
    });
  });

  test("without a rate there is no quote, and no address is used up", async () => {
    const { checkout } = await checkoutAtPayment(db, { now: start });
    const refused = await openQuote(db, {
      checkoutId: checkout.id,
      rate: null,
      addresses: { kind: "xpub", key: testKey },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now: at(4000),
    });
    expect(refused).toEqual({ ok: false, error: "no-price" });
  });

  test("an amount that the network does not relay is not quoted, and uses up no address", async () => {
    const { checkout } = await checkoutAtPayment(db, { now: start });
    const quoteAt = (rateCents: number, addresses: AddressSource) =>
      openQuote(db, {
        checkoutId: checkout.id,
        rate: { ...roundRate, rateCents },
        addresses,
        settings: defaultSettings,
        quoteSeconds: 3600,
        from: null,
        now: at(4000),
      });
    const native: AddressSource = { kind: "xpub", key: testKey };
    const before = await db.select().from(addressKeys);
    // 14.99 USD are 293 and 294 satoshis at these rates.
    expect(await quoteAt(512_000_000, native)).toEqual({ ok: false, error: "below-dust" });
    const taproot: AddressSource = { kind: "xpub", key: { ...testKey, script: "p2tr" } };
    expect(await quoteAt(509_863_946, taproot)).toEqual({ ok: false, error: "below-dust" });
    expect(await db.select().from(addressKeys)).toEqual(before);
    expect(await quoteAt(509_863_946, native)).toMatchObject({ ok: true, value: { sats: 294 } });
  });

  test("money in the mempool is detected, stays so when reported again, and settles with its block", async () => {
    const { checkout, address, sats } = await placedOrder(db, {
      now: start,
      confirmedAt: at(30),
    });
    const output = seenOutput(sats);
    await report(address, [output], at(60));
    await report(address, [output], at(61));
    expect(await view(checkout.id, at(61))).toMatchObject({
      status: "detected",
      receivedSats: sats,
      missingSats: 0,
    });
    expect((await orderRows())[0]).toMatchObject({
      status: "pending",
      paymentStatus: "detected",
      settledAt: null,
    });

    await recordTip(db, { height: 101, hash: "block-101" }, at(600));
    const inBlock = { ...output, block: { height: 101, hash: "block-101", time: at(600) } };
    await report(address, [inBlock], at(601));
    await report(address, [inBlock], at(602));
    await reassessUnfinalized(db, policy, at(603));
    expect((await orderRows())[0]).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
      settledAt: at(601),
    });
    const events = await db
      .select({ type: orderEvents.type })
      .from(orderEvents)
      .orderBy(orderEvents.id);
    expect(events.map(({ type }) => type)).toEqual(["placed", "payment", "payment", "status"]);
  });

  test("two confirmations are waited for from 100 USD on, the second block settles, and a host that lags unsettles nothing", async () => {
    const { checkout, address, sats } = await checkoutAtPayment(db, { now: start, packageId: "5" });
    await recordTip(db, { height: 101, hash: "block-101" }, at(60));
    await report(address, [seenOutput(sats, { height: 101 })], at(61));
    expect(await view(checkout.id, at(62))).toMatchObject({
      status: "detected",
      confirmations: 1,
      requiredConfirmations: 2,
    });
    expect(await orderRows()).toHaveLength(0);
    await recordTip(db, { height: 102, hash: "block-102" }, at(600));
    await reassessUnfinalized(db, policy, at(601));
    expect((await orderRows())[0]).toMatchObject({ paymentStatus: "paid", status: "processing" });

    // A source that reports a lower tip lags behind: it unsettles nothing.
    expect(await recordTip(db, { height: 101, hash: "block-101" }, at(700))).toBe(false);
    await reassessUnfinalized(db, policy, at(701));
    expect(await view(checkout.id, at(702))).toMatchObject({ status: "paid" });
    // After a day without a higher tip the lower one is the chain: a test network was restarted.
    expect(await recordTip(db, { height: 101, hash: "block-101" }, at(600 + 86_401))).toBe(true);
  });

  test("a checkout that is paid before Confirm Order becomes an order, and confirming it then changes nothing", async () => {
    const { checkout, address, sats, visitorHash } = await checkoutAtPayment(db, { now: start });
    await report(address, [seenOutput(sats, { height: 100 })], at(60));
    const [placed] = await orderRows();
    expect(placed).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
      email: "mira@example.com",
    });
    const confirmed = await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now: at(90),
    });
    expect(confirmed).toMatchObject({ ok: true, value: { id: placed?.id } });
    expect(await orderRows()).toHaveLength(1);
    expect(await mailed()).toEqual(["order-placed"]);
  });

  test("confirming many times at once, while the payment settles, is one order, and one mail of each kind", async () => {
    const { checkout, address, sats, visitorHash } = await checkoutAtPayment(db, { now: start });
    const seen = [seenOutput(sats, { height: 100 })];
    await Promise.all([
      ...Array.from({ length: 5 }, () =>
        confirmOrder(db, {
          offers: onlyBitcoin,
          visitorHash,
          checkoutId: checkout.id,
          policy,
          now: at(60),
        }),
      ),
      ...Array.from({ length: 3 }, () => report(address, seen, at(60))),
    ]);
    expect(await orderRows()).toHaveLength(1);
    // One mail if the payment came first, else a second one says that it has come.
    const [first, ...more] = (await db.select().from(mails)).map(({ message }) => message);
    const wasPaid = first?.template === "order-placed" && first.seen?.status === "paid";
    expect(more.map(({ template }) => template)).toEqual(wasPaid ? [] : ["order-payment"]);
    const settled = await db.select().from(orderEvents).where(eq(orderEvents.type, "status"));
    expect(settled).toHaveLength(1);
  });

  test("too little shows the rest to pay; the rest settles it", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const first = seenOutput(12_000, { height: 100 });
    await report(address, [first], at(60));
    expect(await view(checkout.id, at(61))).toMatchObject({
      status: "partial",
      missingSats: 2_990,
      chain: { uri: expect.stringContaining("amount=0.00002990") },
    });
    await report(address, [first, seenOutput(2_990, { height: 100 })], at(120));
    expect((await orderRows())[0]).toMatchObject({ paymentStatus: "paid" });
  });

  test("too much settles and is flagged", async () => {
    const { address } = await checkoutAtPayment(db, { now: start });
    await report(address, [seenOutput(20_000, { height: 100 })], at(60));
    expect((await orderRows())[0]).toMatchObject({
      paymentStatus: "overpaid",
      status: "processing",
    });
  });

  test("too little by the end of the quote becomes an order for a person to decide on", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await report(address, [seenOutput(5_000)], at(60));
    expect(await orderRows()).toHaveLength(0);
    await reassessUnfinalized(db, policy, at(3700));
    expect((await orderRows())[0]).toMatchObject({ paymentStatus: "review", status: "pending" });
    expect(await requote(checkout.id, at(3701))).toEqual({ ok: false, error: "money-seen" });
  });

  test("less than a fifth of the amount places no order, and waits for a decision", async () => {
    const { address } = await checkoutAtPayment(db, { now: start });
    await report(address, [seenOutput(2_900)], at(60));
    await reassessUnfinalized(db, policy, at(3700));
    expect(await orderRows()).toEqual([]);
    expect((await listReviews(db, null)).rows).toMatchObject([{ reason: "underpaid" }]);
    // With the rest it is an order like any other.
    await report(address, [seenOutput(2_900), seenOutput(5_000)], at(3800));
    expect(await orderRows()).toHaveLength(1);
  });

  test("a transaction that leaves the mempool counts no more, and counts again when it returns", async () => {
    const { checkout, address, sats } = await checkoutAtPayment(db, { now: start });
    const output = seenOutput(sats);
    await report(address, [output], at(60));
    await report(address, [], at(70));
    expect(await view(checkout.id, at(71))).toMatchObject({ status: "pending", receivedSats: 0 });
    expect((await db.select().from(chainOutputs))[0]).toMatchObject({ state: "dropped" });
    await report(address, [output], at(80));
    expect(await view(checkout.id, at(81))).toMatchObject({
      status: "detected",
      receivedSats: sats,
    });
  });

  test("what was paid while the shop was down is credited by the time of its block", async () => {
    const { address, sats } = await checkoutAtPayment(db, { now: start });
    const seen = [seenOutput(sats, { height: 100, time: at(3000) })];
    await report(address, seen, at(5 * 86_400));
    expect((await orderRows())[0]).toMatchObject({ paymentStatus: "paid" });
  });

  test("money that was there before the address was issued pays for nothing", async () => {
    const { address, sats, checkout } = await checkoutAtPayment(db, { now: start });
    const years = new Date("2024-01-01T00:00:00Z");
    await report(address, [seenOutput(sats, { height: 50, time: years })], at(60));
    expect(await db.select().from(chainOutputs)).toMatchObject([{ sats, checkoutId: null }]);
    expect(await view(checkout.id, at(61))).toMatchObject({ status: "pending", receivedSats: 0 });
  });

  test("an output that a source leaves out is dropped only when its list is complete", async () => {
    const { address, sats, checkout } = await checkoutAtPayment(db, { now: start });
    const output = seenOutput(sats);
    await report(address, [output], at(60));
    await recordOutputs(db, {
      address,
      complete: false,
      rateCents: null,
      outputs: [],
      policy,
      now: at(70),
    });
    expect(await view(checkout.id, at(71))).toMatchObject({ status: "detected" });
  });

  test("an underpayment that is final before its quote ends waits for review once it has ended", async () => {
    const { address } = await checkoutAtPayment(db, { now: start });
    const outputs = [seenOutput(5_000, { height: 80 })];
    await report(address, outputs, at(60));
    await report(address, outputs, at(3700));
    expect((await orderRows())[0]).toMatchObject({ paymentStatus: "review" });
  });

  describe("on the one fixed address", () => {
    const fixed = { kind: "fixed" as const, address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" };
    const open = () => checkoutAtPayment(db, { now: start, addresses: fixed });
    const exact = { ...policy, tolerancePercent: 0 };

    test("each open checkout is quoted another amount, at most one per cent over, and a payment names its order", async () => {
      const made = await Promise.all([open(), open(), open()]);
      expect(made.map(({ sats }) => sats).toSorted((a, b) => a - b)).toEqual([
        14_990, 14_992, 14_994,
      ]);
      const second = made.find(({ sats }) => sats === 14_992);
      await recordOutputs(db, {
        address: fixed.address,
        complete: true,
        rateCents: null,
        outputs: [seenOutput(14_992, { height: 100 })],
        policy: exact,
        now: at(60),
      });
      expect(await orderRows()).toMatchObject([
        { checkoutId: second?.checkout.id, paymentStatus: "paid" },
      ]);
    });

    test("an amount that was not quoted is stored, and belongs to no order", async () => {
      await open();
      await recordOutputs(db, {
        address: fixed.address,
        complete: true,
        rateCents: null,
        outputs: [seenOutput(777)],
        policy: exact,
        now: at(60),
      });
      expect(await db.select().from(chainOutputs)).toMatchObject([{ sats: 777, checkoutId: null }]);
      expect(await orderRows()).toHaveLength(0);
    });
  });

  test("a checkout that was left for another package is still paid for", async () => {
    const { address, sats, visitorHash, checkout } = await checkoutAtPayment(db, { now: start });
    await checkoutAtPayment(db, { now: at(30), visitorHash, packageId: "3" });
    expect(await db.select().from(checkouts).where(eq(checkouts.id, checkout.id))).toMatchObject([
      { state: "left" },
    ]);
    await report(address, [seenOutput(sats, { height: 100 })], at(60));
    expect((await orderRows())[0]).toMatchObject({
      checkoutId: checkout.id,
      paymentStatus: "paid",
    });
  });
});
