import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeWhereDatabasesDiffer } from "../../../tests/db.ts";
import {
  deleteCheckouts,
  mira,
  onlyBitcoin,
  roundRate,
  seenOutput,
  someVisitor,
  testKey,
} from "../../../tests/make.ts";
import { runs } from "../../../tests/runs.ts";
import { walletFinds } from "../../../tests/wallet.ts";
import { seedCatalog } from "../../catalog/packages.server.ts";
import { checkouts } from "../../checkouts/tables.ts";
import { selectPackage } from "../../checkout/steps.server.ts";
import { confirmOrder } from "../../checkout/confirm-order.server.ts";
import { saveRecipient } from "../../checkouts/lock-checkout.server.ts";
import { attempts } from "../../limits/tables.ts";
import { orders } from "../../orders/tables.ts";
import { GAP_LIMIT } from "../../settings/records/payments.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { recordOutputs } from "../outputs.server.ts";
import { claimDueAddresses, scheduleNextChecks } from "../poller/schedule.server.ts";
import { openQuote } from "../quotes.server.ts";
import { addressKeys, chainOutputs, paymentAddresses, quotes } from "../tables.ts";
import { paymentReviews } from "../review/tables.ts";
import { addressAt } from "./address.ts";
import { reserveIndex, unpaidRun } from "./address-indexes.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";

const addresses = { kind: "xpub" as const, key: testKey };
const now = new Date("2026-11-20T09:00:00Z");
const minutesAfter = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const CHEAPEST = "1";

describeWhereDatabasesDiffer("addresses within the gap limit", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await seedCatalog(db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(attempts);
    await db.delete(addressKeys);
  });

  async function open(options: { from?: string; at?: Date; packageId?: string } = {}) {
    const { from = null, at = now, packageId = "2" } = options;
    const visitorHash = someVisitor();
    const selected = await selectPackage(db, { visitorHash, packageId, now: at });
    if (!selected.ok) throw new Error(selected.error);
    const checkoutId = selected.value.id;
    await saveRecipient(db, checkoutId, mira, at);
    const quote = await requote(checkoutId, at, from);
    return { checkoutId, visitorHash, quote };
  }
  const requote = (checkoutId: string, at: Date, from: string | null = null, tx = db) =>
    openQuote(tx, {
      checkoutId,
      rate: roundRate,
      addresses,
      settings: defaultSettings,
      quoteSeconds: 3600,
      from,
      now: at,
    });
  async function opened(options: { from?: string; at?: Date; packageId?: string } = {}) {
    const { quote, ...checkout } = await open(options);
    if (!quote.ok) throw new Error(quote.error);
    return { ...checkout, ...quote.value };
  }
  const pay = (address: string, sats: number, at: Date) =>
    recordOutputs(db, {
      address,
      outputs: [seenOutput(sats, { height: 100, time: at })],
      complete: false,
      policy,
      rateCents: roundRate.rateCents,
      now: at,
    });
  const creditedTo = async (address: string, sats: number) => {
    const rows = await db.select().from(chainOutputs).where(eq(chainOutputs.address, address));
    return rows.find((row) => row.sats === sats)?.checkoutId;
  };
  const window = () => Array.from({ length: GAP_LIMIT }, (_, index) => addressAt(testKey, index));
  async function fillWindow(at = now) {
    const all = [];
    for (let index = 0; index < GAP_LIMIT; index += 1) all.push(await opened({ at }));
    return all;
  }

  /** Opens a first quote for this many checkouts of the cheapest package, from these network addresses in turn. */
  async function flood(count: number, from: (index: number) => string, at: Date) {
    const template = await opened({ packageId: CHEAPEST, at: minutesAfter(-600) });
    const [row] = await db.select().from(checkouts).where(eq(checkouts.id, template.checkoutId));
    if (!row) throw new Error("no checkout");
    const copies = Array.from({ length: count }, () => ({
      ...row,
      id: randomUUID(),
      visitorHash: someVisitor(),
    }));
    await db.insert(checkouts).values(copies);
    // In one transaction, for its speed.
    await db.transaction(async (tx) => {
      for (const [index, { id }] of copies.entries()) await requote(id, at, from(index), tx);
    });
  }

  test("after a flood of checkouts from 50 network addresses a wallet finds the next purchase", async () => {
    await flood(runs(1000), (index) => `198.51.100.${1 + (index % 50)}`, now);
    expect(await unpaidRun(db, addresses)).toBe(GAP_LIMIT);
    const honest = await opened({ packageId: CHEAPEST, from: "203.0.113.9", at: minutesAfter(1) });
    await pay(honest.address, honest.sats, minutesAfter(5));
    expect(await creditedTo(honest.address, honest.sats)).toBe(honest.checkoutId);
    expect(await db.select().from(orders)).toMatchObject([
      { checkoutId: honest.checkoutId, paymentStatus: "paid", bitcoinWallet: honest.address },
    ]);
    expect(await walletFinds(db, testKey, GAP_LIMIT)).toContain(honest.address);
  }, 240_000);

  test("one network address gets none beyond the gap limit, however long it goes on", async () => {
    for (let hour = 0; hour < 3; hour += 1)
      await flood(runs(200), () => "198.51.100.1", minutesAfter(60 * hour));
    expect(await unpaidRun(db, addresses)).toBe(GAP_LIMIT);
    // Others still get one.
    const honest = await opened({
      packageId: CHEAPEST,
      from: "203.0.113.9",
      at: minutesAfter(180),
    });
    expect(window()).toContain(honest.address);
  }, 240_000);

  test("each has an address of its own while the wallet would find it; the next shares, by its exact amount", async () => {
    const alone = await fillWindow();
    expect(alone.map(({ address }) => address)).toEqual(window());
    expect(new Set(alone.map(({ sats }) => sats))).toEqual(new Set([14_990]));
    const [first, second] = [await opened(), await opened()];
    // One address is shared as long as it has free amounts, so that the others keep their tolerance.
    expect([first.address, first.sats, second.address, second.sats]).toEqual([
      alone[0]?.address,
      14_991,
      alone[0]?.address,
      14_992,
    ]);
    expect(first.policy?.tolerancePercent).toBe(0);
    await pay(second.address, 14_992, minutesAfter(5));
    await pay(first.address, 14_990, minutesAfter(5));
    expect(await creditedTo(first.address, 14_992)).toBe(second.checkoutId);
    expect(await creditedTo(first.address, 14_990)).toBe(alone[0]?.checkoutId);
  });

  test("the one that ended first is issued again, one that was ordered after those that were not", async () => {
    const alone = await fillWindow();
    const [ordered] = alone;
    if (!ordered) throw new Error("no checkout");
    const { visitorHash, checkoutId } = ordered;
    await confirmOrder(db, { visitorHash, checkoutId, offers: onlyBitcoin, policy, now });
    const again = await opened({ at: minutesAfter(61) });
    expect(again).toMatchObject({ address: alone[1]?.address, sats: 14_991 });
    // The one whose address it was comes back: it stays there, with its own amount.
    const back = await requote(alone[1]?.checkoutId ?? "", minutesAfter(62));
    expect(back).toMatchObject({ ok: true, value: { address: again.address, sats: 14_990 } });
  });

  test("a late payment to an address that was issued again goes to whom its amount names, or to review", async () => {
    const [before] = await fillWindow();
    if (!before) throw new Error("no checkout");
    const after = await opened({ at: minutesAfter(61) });
    expect(after.address).toBe(before.address);
    await pay(before.address, 14_990, minutesAfter(62));
    await pay(before.address, 14_980, minutesAfter(62));
    expect(await creditedTo(before.address, 14_990)).toBe(before.checkoutId);
    expect(await creditedTo(before.address, 14_980)).toBeNull();
    expect(await db.select().from(paymentReviews)).toMatchObject([
      { reason: "unclaimed", receivedSats: 14_980 },
    ]);
    await pay(after.address, after.sats, minutesAfter(63));
    expect(await creditedTo(after.address, after.sats)).toBe(after.checkoutId);
  });

  test("what a buyer pays whom a restored backup does not know is nobody else's, and waits under review", async () => {
    const forgotten = await opened();
    // The backup is from before that checkout.
    await deleteCheckouts(db);
    await db.insert(addressKeys).values({ key: testKey.id, sharedBelow: GAP_LIMIT });
    const next = await opened();
    expect(next).toMatchObject({ address: forgotten.address, sats: forgotten.sats + 1 });
    const others = await Promise.all(Array.from({ length: GAP_LIMIT }, () => opened()));
    expect(others.filter(({ sats }) => sats === forgotten.sats)).toEqual([]);
    await pay(forgotten.address, forgotten.sats, minutesAfter(5));
    expect(await creditedTo(forgotten.address, forgotten.sats)).toBeNull();
    expect(await db.select().from(paymentReviews)).toMatchObject([{ reason: "unclaimed" }]);
  });

  test("unconfirmed money does not move the window: its sender can take it back", async () => {
    await fillWindow();
    const last = addressAt(testKey, GAP_LIMIT - 1);
    const report = (height?: number) =>
      recordOutputs(db, {
        address: last,
        outputs: [seenOutput(14_990, { txid: "ab".repeat(32), height, time: now })],
        complete: true,
        policy,
        rateCents: roundRate.rateCents,
        now,
      });
    await report();
    expect(window()).toContain((await opened()).address);
    await report(100);
    expect((await opened()).address).toBe(addressAt(testKey, GAP_LIMIT));
  });

  test("an address that was issued again is polled for all its checkouts, and retired after the last", async () => {
    const [before] = await fillWindow();
    const after = await opened({ at: minutesAfter(61) });
    expect(after.address).toBe(before?.address);
    const polledAt = async (at: Date) => {
      await scheduleNextChecks(db, [after.address], { watchedSeconds: 1, openSeconds: 5 }, at);
      const [row] = await db
        .select()
        .from(paymentAddresses)
        .where(eq(paymentAddresses.address, after.address));
      return row?.retiredAt ? null : (Number(row?.nextCheckAt) - at.getTime()) / 1000;
    };
    expect(await polledAt(minutesAfter(62))).toBe(5);
    expect(await polledAt(minutesAfter(130))).toBe(15 * 60);
    expect(await polledAt(minutesAfter(60 * 24 * 40))).toBeNull();
    expect(await claimDueAddresses(db, 50, minutesAfter(60 * 24 * 50))).not.toContainEqual(
      expect.objectContaining({ address: after.address }),
    );
  });

  test("many at once get as many addresses or amounts", async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => opened()));
    const given = new Set(made.map(({ address, sats }) => `${address} ${sats}`));
    expect(given.size).toBe(30);
    expect(new Set(made.map(({ address }) => address))).toEqual(new Set(window()));
  });

  test("fifty at once beyond the window share one address, each by an amount of its own", async () => {
    await fillWindow();
    const made = await Promise.all(Array.from({ length: 50 }, () => opened()));
    expect(new Set(made.map(({ address }) => address))).toEqual(new Set([window()[0]]));
    expect(made.map(({ sats }) => sats).toSorted((a, b) => a - b)).toEqual(
      made.map((_, step) => 14_991 + step),
    );
    expect(await unpaidRun(db, addresses)).toBe(GAP_LIMIT);
  });

  test("indexes that were reserved without a quote are gaps, filled once the window is used up", async () => {
    // As after a kill between the reservation and the quote.
    for (let index = 0; index < 3; index += 1)
      await reserveIndex(db, testKey.id, { checkoutId: randomUUID(), gapLimit: GAP_LIMIT });
    const all = await fillWindow();
    expect(all[0]?.address).toBe(addressAt(testKey, 3));
    expect(new Set(all.map(({ address }) => address))).toEqual(new Set(window()));
    expect(new Set(all.map(({ sats }) => sats))).toEqual(new Set([14_990]));
    expect(await unpaidRun(db, addresses)).toBe(GAP_LIMIT);
  });

  test("a double click opens one quote, however many indexes it reserves", async () => {
    const { checkoutId } = await open({ at: minutesAfter(-1) });
    await db.delete(quotes);
    await db.update(paymentAddresses).set({ checkoutId: null });
    const clicks = await Promise.all(Array.from({ length: 5 }, () => requote(checkoutId, now)));
    expect(clicks).toEqual(clicks.map(() => clicks[0]));
    expect(await db.select().from(quotes)).toHaveLength(1);
    const others = await Promise.all(Array.from({ length: GAP_LIMIT - 2 }, () => opened()));
    expect(new Set(others.map(({ sats }) => sats))).toEqual(new Set([14_990]));
  });

  test("no checkout is refused when no amount is left: the gap is exceeded, and the owner sees it", async () => {
    const [first] = await fillWindow();
    // Every amount of this price on every address of the window.
    const rows = window().flatMap((address) =>
      Array.from({ length: 150 }, (_, step) => ({
        checkoutId: first?.checkoutId ?? "",
        address,
        sats: 14_990 + step,
        priceCents: 1499,
        rateCents: roundRate.rateCents,
        sources: roundRate.sources,
        lockedAt: now,
        expiresAt: minutesAfter(60),
      })),
    );
    await db.insert(quotes).values(rows);
    expect((await opened()).address).toBe(addressAt(testKey, GAP_LIMIT));
    expect(await unpaidRun(db, addresses)).toBe(GAP_LIMIT + 1);
    for (let index = 0; index < 3; index += 1) await opened({ from: "198.51.100.1" });
    expect((await open({ from: "198.51.100.1" })).quote).toEqual({
      ok: false,
      error: "too-many-unpaid",
    });
  });
});
